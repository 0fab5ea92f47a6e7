import { type ChainRef, evmChain, type TokenList } from '@interline/kernel';
import type { Clock, Log } from '@interline/ports';
import type { GasCeilings } from './prepare/chain-costs.ts';
import type { ChainRead } from './rpc/chain-client.ts';
import type { Signer } from './signing/signers.ts';

export interface EvmChainSettings {
  readonly chain: ChainRef;
  readonly chainId: number;
  /**
   * RPC nodes, read in this order; where one fails, the next is read. Broadcasts go to all of them.
   * The URLs may hold secrets and never appear in errors or logs.
   */
  readonly rpcUrls: readonly string[];
  /**
   * Highest price ever offered per gas; the chain's own figure (`chain-costs.ts`) when left out.
   */
  readonly maxFeePerGasWei?: bigint;
  /** The operator's own gas ceilings by purpose; the chain's figure for each one left out. */
  readonly gasCeilings?: GasCeilings;
  /**
   * The depth at which balances are read, so that a credit counts only at that depth; 1, the head,
   * when left out.
   */
  readonly confirmations?: number;
  /**
   * Further depths at which two nodes must agree again: where smaller amounts of our money leave,
   * and where a transaction is final; none when left out.
   */
  readonly countsAt?: readonly number[];
  /**
   * Whether our accounts delegate to the batch executor and merge their transactions into
   * multicalls; off when left out.
   */
  readonly usesMulticalls?: boolean;
  /** Deadline of one HTTP request; 5,000 when left out. */
  readonly deadlineMs?: number;
  /**
   * Maximum JSON-RPC calls in one HTTP request; 64 when left out. Set 1 for a node without JSON-RPC
   * batches.
   */
  readonly maxBatch?: number;
}

/** The keys of our two accounts. */
export interface KeySet {
  readonly spender: Signer;
  readonly float: Signer;
}

export interface EvmCustodySettings {
  readonly chains: readonly EvmChainSettings[];
  readonly signers: KeySet;
  /** Keys that were rotated out. They only finish what was started with them; newest first. */
  readonly formerSigners?: readonly KeySet[];
  /**
   * The tokens our accounts may hold beside the native coin. A rail's calls must not take any of
   * them.
   */
  readonly tokens: Pick<TokenList, 'on'>;
  readonly log: Log;
  readonly clock: Clock;
  /** Called after every read of a chain, whichever node answered. */
  readonly onRead?: (read: ChainRead) => void;
  /**
   * Called when two nodes contradict each other on a fact that money depends on, or when one shows
   * something impossible.
   */
  readonly onContradiction?: (chain: ChainRef) => void;
}

/** Rejects settings that would otherwise fail later, when money already depends on them. */
export function checkSettings({ chains, signers, formerSigners = [] }: EvmCustodySettings): void {
  const addresses = [signers, ...formerSigners].flatMap(({ spender, float }) => [
    spender.address,
    float.address,
  ]);
  if (new Set(addresses).size < addresses.length) {
    throw new RangeError(
      'spender and float must be two accounts, and former ones be others: value in transit is never in the float account',
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
        `${chain} needs a whole number of confirmations from 1; got ${confirmations}`,
      );
    if (!Number.isInteger(maxBatch) || maxBatch < 1)
      throw new RangeError(`${chain} needs a maxBatch from 1; got ${maxBatch}`);
    seen.add(chain);
  }
}
