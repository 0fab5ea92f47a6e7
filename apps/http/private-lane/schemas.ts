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
        description: 'SHA-256 of the configurations, in hex: the same for everybody',
        examples: ['be4a90c69304265ede896e70ae19ad2e2b1dd7196a69bcf456eeeb1d0efea53e'],
      }),
    gateway: z.string().meta({ description: 'where relays send what is sealed to these keys' }),
    relays: z
      .array(
        z.object({
          url: z.string().meta({ description: 'where clients send it' }),
          region: z.string(),
          operator: z.string().meta({ description: 'who runs it' }),
          independent: z.boolean().meta({ description: 'run by somebody else than this service' }),
        }),
      )
      .meta({ description: 'all of them, whether they are up or not' }),
  })
  .meta({ id: 'LaneKeys' });
