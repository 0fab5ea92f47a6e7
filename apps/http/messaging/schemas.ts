import { buckets, rowBytes, rowsAtOnce } from '@interline/core/messaging';
import * as z from 'zod';
import { requestFields } from '../server/schemas/fields.ts';

const wantedBucket = `a whole number from 0 to ${buckets - 1}`;
const wantedRow = `${rowBytes} bytes in base64, with padding`;
const wantedDay = 'a day of UTC, such as 2026-11-23';
const wantedId = 'msg_ and 32 hex digits';

/** Any of these bodies may contain a pass; the header x-svc-pass does the same. */
const pass = requestFields.pass.optional();

const bucket = z
  .int({ error: wantedBucket })
  .min(0, { error: wantedBucket })
  .max(buckets - 1, { error: wantedBucket })
  .meta({
    description: "the first 12 bits of SHA-256 of the recipient's key and the day, as 2026-11-23",
  });

export const messageId = z
  .string({ error: wantedId })
  .regex(/^msg_[0-9a-f]{32}$/, { error: wantedId })
  .meta({ examples: ['msg_00000000000000000000000000000000'] });

const row = z
  .string({ error: wantedRow })
  .length(Math.ceil(rowBytes / 3) * 4, { error: wantedRow })
  .meta({ description: `${wantedRow}: what HPKE made of a message` });

export const sendBody = z.strictObject({ pass, bucket, row });
export const coverBody = z.strictObject({ pass });

export const mailboxBody = z.strictObject({
  pass,
  bucket,
  day: z
    .string({ error: wantedDay })
    .regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/, { error: wantedDay })
    .refine((day) => z.iso.date().safeParse(day).success, { error: wantedDay })
    .meta({ description: wantedDay }),
  after: messageId.optional().meta({ description: 'the last row that was read' }),
});

export const anchorBody = z.strictObject({ pass, id: messageId });

const index = z.int().min(0);

export const rowPut = z
  .object({
    id: messageId,
    bucket,
    index: index.meta({ description: 'its place in that bucket on that day, from 0' }),
  })
  .meta({ id: 'MessagePut' });

export const mailboxPage = z
  .object({
    rows: z.array(z.object({ id: messageId, row })).max(rowsAtOnce),
    next: messageId
      .nullable()
      .meta({ description: 'what to send as after next; null where there are no more now' }),
  })
  .meta({ id: 'MailboxPage' });

export const anchored = z
  .object({
    id: messageId,
    index: index.meta({ description: 'its place among all that was anchored, from 0' }),
    proof: z
      .string()
      .nullable()
      .meta({ description: 'a C2SP tlog-proof; null while the log does not have the row' }),
    pendingUntil: z.int().nullable().meta({
      description:
        'epoch milliseconds by which the proof is there, where the witnesses of the log answer; null with a proof',
    }),
  })
  .meta({ id: 'MessageAnchored' });
