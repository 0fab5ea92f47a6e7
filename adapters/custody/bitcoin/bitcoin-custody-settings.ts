import type { ChainRef } from '@interline/kernel';
import type { BookedOutput, Clock, Log } from '@interline/ports';
import type { FeeBounds } from './fees/choose-fee-rate.ts';
import type { BitcoinNetwork } from './network.ts';
import type { BitcoinNode } from './node/bitcoin-node.ts';

export interface BitcoinCustodySettings {
  readonly chain: ChainRef;
  /**
   * The network that every node must serve. The adapter compares each node's genesis block with it.
   */
  readonly network: BitcoinNetwork;
  /** At least one. A read goes to the first node that answers, a broadcast goes to all of them. */
  readonly nodes: readonly BitcoinNode[];
  /** BIP-32 seed of the float: see `seedOf`. */
  readonly seed: Uint8Array;
  /**
   * The earliest time at which the float's addresses can have been paid, in Unix seconds. A node
   * that does not watch them yet scans its blocks from then on. Null for new addresses.
   */
  readonly bornAtSec: number | null;
  /**
   * What the books hold at deposit addresses: coins of the float, whichever creditor they are owed
   * to. Coins that arrived there but are not booked are neither counted nor spent. Left out where
   * no deposits are taken.
   */
  readonly bookedDeposits?: () => Promise<readonly BookedOutput[]>;
  readonly fees: FeeBounds;
  /** Target number of blocks for a transaction to be mined; 3 when left out. */
  readonly targetBlocks?: number;
  /**
   * Confirmations after which a third party's payment counts and one of our slots is confirmed; 1
   * when left out.
   */
  readonly confirmations?: number;
  readonly clock: Clock;
  readonly log: Log;
}
