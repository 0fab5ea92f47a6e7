import type { Channels } from './channels.ts';
import type { HorizonNode } from './horizon-node.ts';
import { type HorizonTransaction, transactionShape } from './horizon-shapes.ts';
import type { Horizons } from './horizons.ts';

const pageSize = 200;
/** The most requests of one look; the next look continues after them. */
const pagesAtMost = 10;
const mostKept = 5_000;

/** What a channel has sent since a ledger, as far as one Horizon was read. */
export interface Sent {
  readonly bySequence: ReadonlyMap<bigint, HorizonTransaction>;
  /** False while there is more to read. */
  readonly isWhole: boolean;
}

interface Scan {
  fromLedger: number;
  cursor: string;
  readonly bySequence: Map<bigint, HorizonTransaction>;
}

/**
 * The transactions that took our sequence numbers, found among all that touched the account: any
 * stranger can pay it ten thousand times. They are read from a ledger on, a bounded part at each
 * look, and kept for the next look.
 */
export class SentTransactions {
  readonly #horizons: Horizons;
  readonly #channels: Channels;
  readonly #scans = new Map<string, Scan>();

  constructor(horizons: Horizons, channels: Channels) {
    this.#horizons = horizons;
    this.#channels = channels;
  }

  /** From that ledger on, inclusive. */
  async since(
    node: HorizonNode,
    channel: number,
    fromLedger: number,
    signal: AbortSignal,
  ): Promise<Sent> {
    const scan = this.#scanOf(`${node.number}/${channel}`, fromLedger);
    const account = this.#channels.account(channel);
    for (let page = 0; page < pagesAtMost; page += 1) {
      const path = `/accounts/${account}/transactions?order=asc&limit=${pageSize}&include_failed=true&cursor=${scan.cursor}`;
      const records = await this.#horizons.page(node, path, transactionShape, signal);
      for (const one of records)
        if (one.source_account === account) scan.bySequence.set(one.source_account_sequence, one);
      scan.cursor = records.at(-1)?.paging_token ?? scan.cursor;
      forgetOldest(scan);
      if (records.length < pageSize) return { bySequence: scan.bySequence, isWhole: true };
    }
    return { bySequence: scan.bySequence, isWhole: false };
  }

  #scanOf(key: string, fromLedger: number): Scan {
    const known = this.#scans.get(key);
    if (known !== undefined && known.fromLedger <= fromLedger) return known;
    // Horizon's ids have the ledger in the high half. A page starts after its cursor.
    const cursor = (BigInt(Math.max(0, fromLedger)) << 32n).toString();
    const scan = { fromLedger, cursor, bySequence: new Map<bigint, HorizonTransaction>() };
    this.#scans.set(key, scan);
    return scan;
  }
}

/** Ledgers before the one that the scan then starts at are read again when they are asked for. */
function forgetOldest(scan: Scan): void {
  while (scan.bySequence.size > mostKept) {
    const [oldest] = scan.bySequence;
    if (oldest === undefined) return;
    scan.bySequence.delete(oldest[0]);
    scan.fromLedger = oldest[1].ledger + 1;
  }
}
