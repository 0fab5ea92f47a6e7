import * as z from 'zod';

const sentences = z.array(z.string());

const relay = z.object({
  url: z.string(),
  region: z.string(),
  operator: z.string(),
  independent: z.boolean().meta({ description: 'run by another operator than this service' }),
  ok: z.boolean(),
  batchMs: z.int().nullable(),
  paused: z.boolean(),
});

export const postureAnswer = z
  .object({
    version: z.literal('svc-posture/1'),
    at: z.iso.datetime().meta({ examples: ['2026-11-24T12:00:00.000Z'] }),
    lane: z.object({
      kind: z.enum(['direct', 'ohttp', 'onion']).meta({
        description: 'how this request came; onion by its Host header, which any client can write',
      }),
      detail: z.string(),
      fix: z.string().meta({ description: 'one thing to do; empty where there is none' }),
    }),
    transport: z.object({
      pq: z.string().meta({ description: 'the key agreement of this request, or none, unknown' }),
      pqEnforced: z.boolean(),
      requestFloorBytes: z.int(),
      responseFloorBytes: z.int(),
      note: z.string(),
    }),
    relay: z.object({
      url: z.string().nullable(),
      ok: z.boolean(),
      batchMs: z.int().nullable(),
      paused: z.boolean(),
      batching: z.boolean().meta({ description: 'it has requests of two senders or more to mix' }),
    }),
    relays: z.array(relay),
    relayIndependent: z.boolean(),
    network: z.object({
      onion: z.string().nullable(),
      autoTransport: z.boolean(),
      encryptedDns: z
        .boolean()
        .meta({ description: 'DNS has what a client encrypts the name of this service with' }),
      clientAnonymity: z.enum(['none', 'relay', 'onion']),
    }),
    chain: z.object({
      amounts: z.literal('public'),
      addresses: z.literal('public'),
      paidFromFloatPct: z
        .int()
        .nullable()
        .meta({ description: 'of the last 100 live routes; null before the first' }),
      note: z.string(),
    }),
    features: z.object({
      messagingV2: z.boolean(),
      messagingV1: z.literal(false),
      plus: z.boolean(),
      nettingSet: z
        .int()
        .meta({ description: 'routes that the last mined payout transaction paid' }),
      coverRowsPerDay: z.int().meta({ description: 'yesterday' }),
      privateSubmit: z.boolean(),
      anonymousQuota: z.int().meta({
        description:
          'requests that the private lane still took at the last full hour, up to whole thousands',
      }),
    }),
    stillPublic: sentences,
    recommend: sentences,
  })
  .meta({ id: 'Posture' });
