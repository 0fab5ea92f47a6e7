import type { Client } from '../client.ts';
import type { Pass } from '../passes/blind.ts';
import { passText } from '../passes/take-trial.ts';
import { bucketOf, dayOf, type Mailbox } from './mailbox.ts';
import { openRow, sealRow } from './row.ts';

type Calls = Pick<Client, 'call'>;

export interface SentMessage {
  readonly id: string;
  readonly bucket: number;
  readonly day: string;
  /** As it was put, in base64: what a proof of it is checked with. */
  readonly row: string;
}

export interface OutgoingMessage {
  /** The reader's address. */
  readonly to: string;
  readonly text: string;
  readonly pass: Pass;
}

/** Clocks differ: around midnight UTC the service may be in another day, and so in another bucket. */
const aroundMidnightMs = 30_000;
const dayMs = 86_400_000;

/**
 * Encrypts a text and puts it where its reader looks. In the half minute on either side of midnight
 * UTC it waits. Throws `ServiceError`, and `RangeError` for what no row holds.
 */
export async function sendMessage(
  client: Calls,
  { to, text, pass }: OutgoingMessage,
  now: () => number = Date.now,
): Promise<SentMessage> {
  const row = await sealRow(to, text);
  const waitMs = untilSteady(now());
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  const day = dayOf(now());
  const bucket = await bucketOf(to, day);
  const body = { pass: passText(pass), bucket, row };
  const { id } = await client.call('POST /api/messages/v2/send', { body });
  return { id, bucket, day, row };
}

/** How long it is until a day has begun for everybody; 0 within a day. */
export function untilSteady(nowMs: number): number {
  const sinceEdgeMs = (nowMs + aroundMidnightMs) % dayMs;
  return sinceEdgeMs < 2 * aroundMidnightMs ? 2 * aroundMidnightMs - sinceEdgeMs : 0;
}

export interface ReadMessages {
  /** Those for this mailbox, in the order of arrival. */
  readonly messages: readonly {
    readonly id: string;
    readonly text: string;
    /** As it came, in base64. */
    readonly row: string;
  }[];
  /** How many rows were read, whoever they are for. */
  readonly rows: number;
  /** The last row that was read: what to go on after, the same day; null where there was none. */
  readonly last: string | null;
  readonly ended: ReadingEnd;
}

/** Why no more was read: there was none, more would have taken more passes than were allowed, or it failed. */
export type ReadingEnd =
  | { readonly kind: 'whole' }
  | { readonly kind: 'bound' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface ReadQuestion {
  readonly mailbox: Mailbox;
  /** `2026-11-23`; today where it is left out. */
  readonly day?: string;
  /** The last row of an earlier reading of that day. */
  readonly after?: string;
  /** Asked for one as often as a part of the bucket is read: eight rows each. */
  readonly takePass: () => Promise<Pass>;
  /** How many passes may be asked for; 10 where it is left out. */
  readonly mostPasses?: number;
}

/** Anybody can fill a bucket with passes that cost nothing, at its reader's cost. */
export const mostReadingPasses = 10;

/**
 * Reads a bucket of a day and opens what is for this mailbox. Everybody else's rows in it are read too:
 * that is what hides whose reader it is. What was read before it failed is answered with why; throws
 * `ServiceError`, among others, where that is no row.
 */
export async function readMessages(
  client: Calls,
  {
    mailbox,
    day = dayOf(Date.now()),
    after,
    takePass,
    mostPasses = mostReadingPasses,
  }: ReadQuestion,
): Promise<ReadMessages> {
  const bucket = await bucketOf(mailbox.address, day);
  const messages: { id: string; text: string; row: string }[] = [];
  let rows = 0;
  let last = after ?? null;

  async function readPart(): Promise<boolean> {
    const pass = passText(await takePass());
    const page = await client.call('POST /api/messages/v2/mailbox', {
      body: { pass, bucket, day, ...(last === null ? {} : { after: last }) },
    });
    for (const { id, row } of page.rows) {
      const text = await openRow(mailbox, row);
      if (text !== null) messages.push({ id, text, row });
      last = id;
      rows += 1;
    }
    if (page.next !== null && page.rows.length === 0)
      throw new Error('the service shows no row, and says that there are more');
    return page.next !== null;
  }

  async function readParts(): Promise<ReadingEnd> {
    for (let part = 0; part < mostPasses; part += 1)
      try {
        if (!(await readPart())) return { kind: 'whole' };
      } catch (error) {
        if (rows === 0) throw error;
        return { kind: 'failed', error };
      }
    return { kind: 'bound' };
  }

  const ended = await readParts();
  return { messages, rows, last, ended };
}

/** Puts a row that nobody can open, so that real ones have company. Throws `ServiceError`. */
export async function addCover(client: Calls, pass: Pass): Promise<void> {
  await client.call('POST /api/messages/v2/plus/cover', { body: { pass: passText(pass) } });
}
