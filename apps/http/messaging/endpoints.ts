import { type Anchored, rowBytes } from '@interline/core/messaging';
import { RelayError } from '@interline/kernel';
import * as z from 'zod';
import { strictBase64 } from '../passes/parse.ts';
import { defineEndpoint } from '../server/endpoint.ts';
import { perMinute, readLimit } from '../server/limits/request-limit.ts';
import {
  anchorBody,
  anchored,
  coverBody,
  mailboxBody,
  mailboxPage,
  messageId,
  rowPut,
  sendBody,
} from './schemas.ts';

/** Of requests without a pass, which are refused. */
const limit = perMinute('messages', 40);
const anchorLimit = readLimit('message-anchors');
const sampleId = 'msg_00000000000000000000000000000000';
const shared = { limit, changes: 'pass', anyOrigin: true, paysWithin: true } as const;
const errors = ['MISSING_FIELD', 'MESSAGING_DISABLED', 'BODY_TOO_LARGE', 'STORE_DOWN'] as const;

export const sendEndpoint = defineEndpoint({
  ...shared,
  method: 'POST',
  path: '/api/messages/v2/send',
  summary: 'Adds a row of 4,096 bytes to a bucket; only its recipient can read it.',
  request: { body: sendBody },
  example: { bucket: 1_234, row: Buffer.alloc(rowBytes, 1).toString('base64') },
  response: rowPut,
  errors,
  async handle({ body, deps, payWithin }) {
    const { messaging } = deps.useCases;
    messaging.assertEnabled();
    assertRow(body.row);
    const row = { bucket: body.bucket, body: body.row };
    return payWithin((pass) => messaging.sendRow(row, pass));
  },
});

export const mailboxEndpoint = defineEndpoint({
  ...shared,
  method: 'POST',
  path: '/api/messages/v2/mailbox',
  summary: 'Up to 8 rows of a bucket and day, whatever their recipients.',
  request: { body: mailboxBody },
  example: { bucket: 1_234, day: '2026-11-23' },
  response: mailboxPage,
  errors,
  async handle({ body, deps, payWithin }) {
    const { messaging } = deps.useCases;
    messaging.assertEnabled();
    const { bucket, day, after = null } = body;
    const page = await payWithin((pass) => messaging.readMailbox({ bucket, day, after }, pass));
    return { rows: page.rows.map((one) => ({ id: one.id, row: one.body })), next: page.next };
  },
});

export const coverEndpoint = defineEndpoint({
  ...shared,
  method: 'POST',
  path: '/api/messages/v2/plus/cover',
  summary: 'Adds a cover row: no one can open it, or tell it from other rows.',
  request: { body: coverBody },
  example: {},
  response: rowPut,
  errors,
  async handle({ deps, payWithin }) {
    const { messaging } = deps.useCases;
    messaging.assertEnabled();
    return payWithin((pass) => messaging.addCover(pass));
  },
});

export const anchorEndpoint = defineEndpoint({
  ...shared,
  limit: anchorLimit,
  method: 'POST',
  path: '/api/messages/v2/plus/anchor',
  summary: "Makes a row's hash a leaf of the transparency log.",
  request: { body: anchorBody },
  example: { id: sampleId },
  response: anchored,
  errors: [...errors, 'UNKNOWN_RECORD'],
  async handle({ body, deps, payWithin }) {
    const { messaging } = deps.useCases;
    messaging.assertEnabled();
    return presentAnchored(await payWithin((pass) => messaging.anchorRow(body.id, pass)));
  },
});

export const readAnchorEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/messages/v2/plus/anchor',
  summary: 'An anchored row and its proof, free of charge.',
  limit: anchorLimit,
  request: { query: z.object({ id: messageId }) },
  example: { id: sampleId },
  response: anchored,
  errors: ['MISSING_FIELD', 'MESSAGING_DISABLED', 'UNKNOWN_RECORD', 'STORE_DOWN'],
  async handle({ query, deps }) {
    const { messaging } = deps.useCases;
    messaging.assertEnabled();
    return presentAnchored(await messaging.readAnchor(query.id));
  },
});

function assertRow(text: string): void {
  if (strictBase64(text)?.length !== rowBytes)
    throw new RelayError(
      'BAD_REQUEST',
      { field: 'row' },
      `row is not ${rowBytes} bytes in base64, with padding; the pass was not spent`,
    );
}

function presentAnchored({ id, index, proof, pendingUntilMs }: Anchored): z.input<typeof anchored> {
  return { id, index, proof, pendingUntil: pendingUntilMs };
}
