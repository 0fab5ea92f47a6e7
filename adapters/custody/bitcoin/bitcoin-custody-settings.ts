import type { ChainRef } from '@interline/kernel';
import type { BookedOutput, Clock, Log } from '@interline/ports';
import type { FeeBounds } from './fees/choose-fee-rate.ts';
import type { BitcoinNetwork } from './network.ts';
import type { BitcoinNode } from './node/bitcoin-node.ts';

export interface BitcoinCustodySettings {
  readonly chain: ChainRef;
  /** Which network the nodes must serve: their first block is held against it. */
  readonly network: BitcoinNetwork;
  /** At least one. Reads go to the first that answers, broadcasts to all. */
  readonly nodes: readonly BitcoinNode[];
  /** BIP-32 seed of the float: see `seedOf`. */
  readonly seed: Uint8Array;
  /**
   * When the float's addresses can have been paid first, in Unix seconds: a node that does not watch
   * them yet reads its blocks from there. Null where they are new.
   */
  readonly bornAtSec: number | null;
  /**
   * What the books hold at deposit addresses: coins of the float, whichever creditor they are owed
   * to. Coins that arrived there but are not booked are neither counted nor spent. Left out where
   * no deposits are taken.
   */
  readonly bookedDeposits?: () => Promise<readonly BookedOutput[]>;
  readonly fees: FeeBounds;
  /** Within how many blocks a transaction is to be mined; 3 when left out. */
  readonly targetBlocks?: number;
  /** How deep a stranger's payment counts, and our own slots count as confirmed; 1 when left out. */
  readonly confirmations?: number;
  readonly clock: Clock;
  readonly log: Log;
}
