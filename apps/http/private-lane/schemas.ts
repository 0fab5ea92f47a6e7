import * as z from 'zod';

export const laneKeysAnswer = z
  .object({
    keys: z
      .base64()
      .meta({ description: 'the key configurations of RFC 9458, application/ohttp-keys' }),
    digest: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({
        description: 'SHA-256 of the configurations, in hex: the same for every client',
        examples: ['be4a90c69304265ede896e70ae19ad2e2b1dd7196a69bcf456eeeb1d0efea53e'],
      }),
    gateway: z.string().meta({ description: 'where relays send what is sealed to these keys' }),
    relays: z
      .array(
        z.object({
          url: z.string().meta({ description: 'where clients send it' }),
          region: z.string(),
          operator: z.string().meta({ description: 'who runs it' }),
          independent: z
            .boolean()
            .meta({ description: 'run by another operator than this service' }),
        }),
      )
      .meta({ description: 'all of them, whether they are up or not' }),
    log: z
      .object({
        origin: z.string(),
        logKey: z
          .string()
          .meta({ description: 'what it signs with, as c2sp.org/signed-note has it' }),
        checkpoint: z
          .string()
          .meta({ description: 'c2sp.org/tlog-checkpoint, with its cosignatures' }),
        leaves: z.array(z.string()).meta({
          description:
            'every digest that was ever handed out, the oldest first: svc-lane-keys/v2, number, first and last millisecond of its week, digest',
        }),
        witnesses: z.array(z.object({ name: z.string(), vkey: z.string() })),
        quorum: z.int(),
      })
      .nullable()
      .meta({
        description:
          'an append-only log that holds the digest: the same for every client. Null before the first keys are in it',
      }),
  })
  .meta({ id: 'LaneKeys' });
