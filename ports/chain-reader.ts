import type { ChainRef, Address, Hex } from '@interline/kernel';

/** Distinguishes a current answer from that of a stuck node. Throws `CHAIN_UNREACHABLE`. */
export interface ChainTime {
  /** The timestamp of the newest known block, in epoch milliseconds. */
  headTimeMs(chain: ChainRef, signal: AbortSignal): Promise<number>;
}

/** Read-only chain access for rails and quotes. Throws `CHAIN_UNREACHABLE`. */
export interface ChainReader {
  /** `eth_call` at the head; null if the call reverts. */
  call(chain: ChainRef, to: Address, data: Hex, signal: AbortSignal): Promise<Hex | null>;
  /**
   * The current cost of one transaction with that much gas, in units of the chain's coin, including
   * posting where the chain counts that as gas; cached for some seconds.
   */
  gasCost(chain: ChainRef, gas: bigint, signal: AbortSignal): Promise<bigint>;
  /**
   * False only if the last reading failed within the last 30 s, or one of two nodes is stuck. A
   * chain that was not read for long counts as up.
   */
  isUp(chain: ChainRef): boolean;
}

/**
 * One of our nodes of a chain, by its position in the config's list, because its URL may contain a
 * key.
 */
export interface ChainNode {
  /** From 1. */
  readonly number: number;
  /**
   * - open: it is used
   * - behind: others are far ahead of it, so it is asked after them
   * - resting: it has just failed, so it is asked last
   */
  readonly state: 'open' | 'behind' | 'resting';
}

/** The nodes of a chain and their last state; empty for a family that does not distinguish them. */
export type ChainNodes = (chain: ChainRef) => readonly ChainNode[];
