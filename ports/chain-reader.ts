import type { ChainRef, EvmAddress, Hex } from '@interline/domain';

/** Read-only chain access for rails and quotes. Throws `CHAIN_UNREACHABLE`. */
export interface ChainReader {
  /** `eth_call` at the head; null where the call reverts. */
  call(chain: ChainRef, to: EvmAddress, data: Hex, signal: AbortSignal): Promise<Hex | null>;
  /** What that much gas costs now, in wei of the chain's coin; cached for some seconds. */
  gasCostWei(chain: ChainRef, gas: bigint, signal: AbortSignal): Promise<bigint>;
  /** Whether the chain answered lately. */
  isUp(chain: ChainRef): boolean;
}
