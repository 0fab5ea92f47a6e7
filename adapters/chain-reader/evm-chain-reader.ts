import { type ChainRef, type EvmAddress, type Hex, RelayError } from '@interline/kernel';
import type { ChainReader, ChainTime } from '@interline/ports';

/** What the reader needs of one chain. */
export interface ReadableChain {
  /** Null where the call reverts; throws `CHAIN_UNREACHABLE`. */
  call(to: EvmAddress, data: Hex, signal: AbortSignal): Promise<Hex | null>;
  /** Base fee and tip, some seconds old at most. */
  weiPerGas(signal: AbortSignal): Promise<bigint>;
  /** Epoch milliseconds. */
  headTimeMs(signal: AbortSignal): Promise<number>;
  isUp(): boolean;
}

/** Execution gas only: what OP-stack chains charge for posting the data comes on top. */
export function evmChainReader(
  chains: ReadonlyMap<ChainRef, ReadableChain>,
): ChainReader & ChainTime {
  const chainOf = (ref: ChainRef): ReadableChain => {
    const chain = chains.get(ref);
    if (chain === undefined)
      throw new RelayError('CHAIN_UNREACHABLE', { chain: ref }, `no node is configured for ${ref}`);
    return chain;
  };
  return {
    call: async (ref, to, data, signal) => chainOf(ref).call(to, data, signal),
    gasCostWei: async (ref, gas, signal) => gas * (await chainOf(ref).weiPerGas(signal)),
    headTimeMs: async (ref, signal) => chainOf(ref).headTimeMs(signal),
    isUp: (ref) => chains.get(ref)?.isUp() ?? false,
  };
}
