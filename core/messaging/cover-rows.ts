import { utcDay } from '@interline/kernel';
import type { Clock, Entropy, RowSealer } from '@interline/ports';
import { spendWithin, type VerifiedPass } from '../passes/index.ts';
import { buckets, dayMs } from './message-row.ts';
import { putRow, type PutRow } from './put-row.ts';
import type { MessageStore, MessageUnit } from './repository.ts';

interface CoverParts {
  readonly store: MessageStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly entropy: Entropy;
  readonly rowSealer: Pick<RowSealer, 'sealCover'>;
}

/** Adds a row that no key opens, in one unit with the pass. Throws `PASS_SPENT`. */
export type AddCover = (pass: VerifiedPass) => Promise<PutRow>;

export function addCover(parts: CoverParts): AddCover {
  return (pass) =>
    parts.store.run('add-cover', async (tx) => {
      await spendWithin(tx, pass);
      return putCover(tx, parts);
    });
}

/** Interval at which the job checks whether a row is due; it bounds the rows per day. */
export const coverEveryMs = 1_000;
export const mostCoverRows = dayMs / coverEveryMs;

const chances = 2 ** 32;

/**
 * Puts cover rows at random times, this many a day on average. Each second draws independently
 * whether one is put, so that neither its time nor its bucket distinguishes it from a real row.
 */
export function keepCover(parts: CoverParts, rowsPerDay: number): () => Promise<void> {
  return async () => {
    const drawn = Number.parseInt(parts.entropy.hex(4), 16) / chances;
    if (drawn * mostCoverRows >= rowsPerDay) return;
    await parts.store.run('keep-cover', (tx) => putCover(tx, parts));
  };
}

/** How many cover rows were put yesterday, by the service and for passes. */
export type CoverRowsYesterday = () => Promise<number>;

export function coverRowsYesterday({
  store,
  clock,
}: Pick<CoverParts, 'store' | 'clock'>): CoverRowsYesterday {
  return () => store.reads.messages.coverRows(utcDay(clock.now() - dayMs));
}

/** Sealed and put like a real row; only the day's count distinguishes it. */
async function putCover(
  tx: Pick<MessageUnit, 'messages'>,
  { clock, entropy, rowSealer }: CoverParts,
): Promise<PutRow> {
  const bucket = Number.parseInt(entropy.hex(2), 16) % buckets;
  await tx.messages.countCover(utcDay(clock.now()), 1);
  return putRow(tx, { bucket, body: rowSealer.sealCover() }, { clock, entropy });
}
