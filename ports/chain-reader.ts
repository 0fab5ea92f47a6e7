import type { ChainRef, Address, Hex } from '@interline/kernel';

/**
 * What tells an answer of now from that of a node which stands still. Throws `CHAIN_UNREACHABLE`.
 */
export interface ChainTime {
  /** When the newest block that is known was made, in epoch milliseconds. */
  headTimeMs(chain: ChainRef, signal: AbortSignal): Promise<number>;
}

/** Read-only chain access for rails and quotes. Throws `CHAIN_UNREACHABLE`. */
export interface ChainReader {
  /** `eth_call` at the head; null where the call reverts. */
  call(chain: ChainRef, to: Address, data: Hex, signal: AbortSignal): Promise<Hex | null>;
  /**
   * What one transaction of that much gas costs now, in units of the chain's coin, with the posting
   * of its bytes where the chain counts that as gas; cached for some seconds.
   */
  gasCost(chain: ChainRef, gas: bigint, signal: AbortSignal): Promise<bigint>;
  /**
   * False only where the last reading failed, in the last 30 s, or of two nodes one stands still: a
   * chain that was not read for long counts as up.
   */
  isUp(chain: ChainRef): boolean;
}

/** A node of a chain that we read, by its place in the config's list: its URL may hold a key. */
export interface ChainNode {
  /** From 1. */
  readonly number: number;
  /**
   * - open: it is asked
   * - behind: others are far ahead of it, so it is asked after them
   * - resting: it failed just now, so it is asked last
   */
  readonly state: 'open' | 'behind' | 'resting';
}

/** The nodes of a chain and how they fared last; none of a family that does not tell them apart. */
export type ChainNodes = (chain: ChainRef) => readonly ChainNode[];
