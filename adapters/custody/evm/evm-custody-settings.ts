import { type ChainRef, evmChain, type TokenList } from '@interline/kernel';
import type { Clock, Log } from '@interline/ports';
import type { ChainRead } from './rpc/chain-client.ts';
import type { Signer } from './signing/signers.ts';

export interface EvmChainSettings {
  readonly chain: ChainRef;
  readonly chainId: number;
  /**
   * Read in this order, the next one where one fails; broadcasts go to all. They may hold secrets
   * and are never repeated.
   */
  readonly rpcUrls: readonly string[];
  /** The most ever offered per gas; the chain's own figure (`chain-costs.ts`) when left out. */
  readonly maxFeePerGasWei?: bigint;
  /**
   * Balances are read that deep, so that credits count only when they are; 1, the head, when left
   * out.
   */
  readonly confirmations?: number;
  /**
   * Whether our accounts delegate themselves to the batch executor and merge their transactions;
   * off when left out.
   */
  readonly usesMulticalls?: boolean;
  /** For one HTTP request; 5,000 when left out. */
  readonly deadlineMs?: number;
  /** Most JSON-RPC calls in one HTTP request; 64 when left out, 1 for a node without batches. */
  readonly maxBatch?: number;
}

export interface EvmCustodySettings {
  readonly chains: readonly EvmChainSettings[];
  readonly signers: { readonly spender: Signer; readonly float: Signer };
  /** What our accounts may hold beside coins: none of it may be lost to a rail's calls. */
  readonly tokens: Pick<TokenList, 'on'>;
  readonly log: Log;
  readonly clock: Clock;
  /** Told of every read of a chain once it is over, whichever of its nodes answered. */
  readonly onRead?: (read: ChainRead) => void;
}

/** Throws on what would only fail later, when money waits. */
export function checkSettings({ chains, signers }: EvmCustodySettings): void {
  if (signers.spender.address === signers.float.address) {
    throw new RangeError(
      'spender and float must be two accounts: value in transit is never in the float account',
    );
  }
  const seen = new Set<string>();
  for (const { chain, chainId, rpcUrls, confirmations = 1, maxBatch = 1 } of chains) {
    if (chain !== evmChain(chainId))
      throw new RangeError(`chain ${chain} and chain id ${chainId} do not belong together`);
    if (seen.has(chain)) throw new RangeError(`${chain} is configured twice`);
    if (rpcUrls.length === 0) throw new RangeError(`${chain} has no RPC URL`);
    if (!Number.isInteger(confirmations) || confirmations < 1)
      throw new RangeError(
        `${chain} wants a whole number of confirmations from 1; got ${confirmations}`,
      );
    if (!Number.isInteger(maxBatch) || maxBatch < 1)
      throw new RangeError(`${chain} wants a maxBatch from 1; got ${maxBatch}`);
    seen.add(chain);
  }
}
