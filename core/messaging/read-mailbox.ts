import { RelayError, utcDay } from '@interline/kernel';
import type { Clock } from '@interline/ports';
import { spendWithin, type VerifiedPass } from '../passes/index.ts';
import { dayMs, type MessageRow, rowsAtOnce } from './message-row.ts';
import type { MessageStore } from './repository.ts';

export interface MailboxQuestion {
  readonly bucket: number;
  readonly day: string;
  /** The row after which to continue; null for the beginning. */
  readonly after: string | null;
}

export interface MailboxPage {
  readonly rows: readonly Pick<MessageRow, 'id' | 'body'>[];
  /** The row to continue after; null if there are no more rows now. */
  readonly next: string | null;
}

/**
 * Reads a part of a bucket, in one unit with the pass. Throws `BAD_REQUEST`, before the pass is
 * spent, for a day without rows and for a row that is not in that bucket; `PASS_SPENT`.
 */
export type ReadMailbox = (question: MailboxQuestion, pass: VerifiedPass) => Promise<MailboxPage>;

export function readMailbox({
  store,
  clock,
  retentionDays,
}: {
  readonly store: MessageStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly retentionDays: number;
}): ReadMailbox {
  return async ({ bucket, day, after }, pass) => {
    const [first, last] = [clock.now() - (retentionDays - 1) * dayMs, clock.now()].map((ms) =>
      utcDay(ms),
    );
    if (first === undefined || last === undefined || day < first || day > last)
      throw new RelayError(
        'BAD_REQUEST',
        { field: 'day' },
        `there are rows from ${first} to ${last}, and none of ${day}; the pass was not spent`,
      );
    return store.run('read-mailbox', async (tx) => {
      const cursor = after === null ? null : await tx.messages.messageRow(after);
      if (after !== null && (cursor?.bucket !== bucket || cursor.day !== day))
        throw new RelayError(
          'BAD_REQUEST',
          { field: 'after' },
          `${after} is not a row of bucket ${bucket} on ${day}; the pass was not spent`,
        );
      await spendWithin(tx, pass);
      const found = await tx.messages.mailbox(
        { bucket, day, afterPlace: cursor?.place ?? -1 },
        rowsAtOnce + 1,
      );
      const rows = found.slice(0, rowsAtOnce);
      return { rows, next: found.length > rowsAtOnce ? (rows.at(-1)?.id ?? null) : null };
    });
  };
}
