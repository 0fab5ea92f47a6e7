import type { Address, ChainRef, Units } from '@interline/kernel';

/** One output in its chain's notation. */
export interface OutputId {
  readonly tx: string;
  readonly output: number;
}

/** A booked output at a deposit address of ours. */
export interface BookedOutput extends OutputId {
  /** Index of its address. */
  readonly index: number;
}

/** One output to an address, spent or unspent. */
export interface OutputReading extends OutputId {
  readonly units: Units;
  /** 0 while it is in the mempool. */
  readonly confirmations: number;
  /** Null while it is in the mempool. */
  readonly block: number | null;
  readonly blockHash: string | null;
  /**
   * Timestamp of its block in epoch milliseconds, even if too few nodes have that block yet; left
   * out in the mempool, and for an old output that was known before.
   */
  readonly blockTimeMs?: number;
  /** Its transaction signals that it may be replaced. */
  readonly isReplaceable: boolean;
}

/**
 * The outputs of one address. An output that is not listed is neither in a block nor in the
 * mempool.
 */
export interface AddressReading {
  readonly address: Address;
  readonly outputs: readonly OutputReading[];
  /** Known outputs that are gone because another transaction, given by id, replaced theirs. */
  readonly replaced: readonly (OutputId & { readonly by: string })[];
}

export interface DepositReading {
  /** In the order of the request; all of them hold at one tip. */
  readonly addresses: readonly AddressReading[];
  readonly tipTimeMs: number;
}

export interface WatchedAddress {
  readonly address: Address;
  /** Outputs seen before. They are listed again for as long as they exist, spent or not. */
  readonly known: readonly OutputId[];
}

/** Addresses of ours, one per deposit, for chains whose payers sign nothing for us. */
export interface DepositPort {
  readonly chains: readonly ChainRef[];
  /** The address of that index, 0 to 2^31 - 1; deterministic and unique. No network. */
  addressOf(chain: ChainRef, index: number): Address;
  /**
   * Draws indices in advance and has their addresses watched, so that `takeIndex` finds some.
   * Throws `CHAIN_UNREACHABLE`.
   */
  drawAhead(chain: ChainRef, draw: () => number, signal: AbortSignal): Promise<void>;
  /**
   * An index that was drawn in advance and is given out once; a new one if none is left. Throws
   * `CHAIN_UNREACHABLE`.
   */
  takeIndex(chain: ChainRef, draw: () => number, signal: AbortSignal): Promise<number>;
  /** Maximum outputs per refund: as many as one transaction of the chain can spend. */
  outputsAtMost(chain: ChainRef): number;
  /** The outputs at these addresses, including the mempool. Throws `CHAIN_UNREACHABLE`. */
  seenAt(
    chain: ChainRef,
    watched: readonly WatchedAddress[],
    signal: AbortSignal,
  ): Promise<DepositReading>;
}
