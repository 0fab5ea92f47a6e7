import type { Address, ChainRef, Units } from '@interline/kernel';

/** One output, as its chain names it. */
export interface OutputId {
  readonly tx: string;
  readonly output: number;
}

/** An output at a deposit address of ours that the books hold. */
export interface BookedOutput extends OutputId {
  /** Of its address. */
  readonly index: number;
}

/** What an address got in one output, spent by now or not. */
export interface OutputReading extends OutputId {
  readonly units: Units;
  /** 0 while it is in the mempool. */
  readonly confirmations: number;
  /** Null while it is in the mempool. */
  readonly block: number | null;
  readonly blockHash: string | null;
  /**
   * Epoch milliseconds of its block, also of one that too few nodes have yet; left out in the mempool,
   * and for what was known before and is old.
   */
  readonly blockTimeMs?: number;
  /** Its transaction says that it may be replaced. */
  readonly isReplaceable: boolean;
}

/** What one address shows. An output that is not named is neither in a block nor in the mempool. */
export interface AddressReading {
  readonly address: Address;
  readonly outputs: readonly OutputReading[];
  /** Known outputs that are gone because another transaction took their place, by its id. */
  readonly replaced: readonly (OutputId & { readonly by: string })[];
}

export interface DepositReading {
  /** In the order they were asked for; all of them hold at one tip. */
  readonly addresses: readonly AddressReading[];
  readonly tipTimeMs: number;
}

export interface WatchedAddress {
  readonly address: Address;
  /** Outputs seen before: they are named again for as long as they stand, spent or not. */
  readonly known: readonly OutputId[];
}

/** Addresses of ours, one a deposit, for chains whose payers sign nothing for us. */
export interface DepositPort {
  readonly chains: readonly ChainRef[];
  /**
   * The address of that index, 0 to 2^31 - 1: the same at every call, and of no other index. No
   * network.
   */
  addressOf(chain: ChainRef, index: number): Address;
  /**
   * Draws indices ahead and has their addresses watched, so that `takeIndex` finds some. Throws
   * `CHAIN_UNREACHABLE`.
   */
  drawAhead(chain: ChainRef, draw: () => number, signal: AbortSignal): Promise<void>;
  /**
   * An index that was drawn ahead, and is given once; one drawn now where none is left. Throws
   * `CHAIN_UNREACHABLE`.
   */
  takeIndex(chain: ChainRef, draw: () => number, signal: AbortSignal): Promise<number>;
  /** How many outputs one refund gives back at most: as many as one transaction of the chain spends. */
  outputsAtMost(chain: ChainRef): number;
  /** What came to these addresses, mempool included. Throws `CHAIN_UNREACHABLE`. */
  seenAt(
    chain: ChainRef,
    watched: readonly WatchedAddress[],
    signal: AbortSignal,
  ): Promise<DepositReading>;
}
