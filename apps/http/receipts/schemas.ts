import * as z from 'zod';
import { requestFields } from '../server/schemas/fields.ts';

const wantedRoute = 'the id that execute answered with';
const wantedKey = 'a public key of HPKE in base64, with padding: 32 bytes, or 1,216';

export const deliverBody = z.strictObject({
  pass: requestFields.pass.optional(),
  routeId: z.string({ error: wantedRoute }).min(1, { error: wantedRoute }).max(128, {
    error: wantedRoute,
  }),
  to: z
    .string({ error: wantedKey })
    .regex(/^[A-Za-z0-9+/]{43,1622}={0,2}$/, { error: wantedKey })
    .meta({ description: `${wantedKey}; it is not kept` }),
});

export const delivered = z
  .object({
    id: z.string().meta({ examples: ['msg_00000000000000000000000000000000'] }),
    bucket: z.int().min(0).max(4_095).meta({ description: "the key's of today" }),
  })
  .meta({ id: 'ReceiptDelivered' });

export const keySet = z
  .object({
    keys: z.array(
      z.object({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        x: z.string(),
        kid: z.string(),
        alg: z.literal('EdDSA'),
        use: z.literal('sig'),
      }),
    ),
  })
  .meta({ id: 'ReceiptKeySet' });
