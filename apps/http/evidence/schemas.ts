import * as z from 'zod';
import { requestFields } from '../server/schemas/fields.ts';

const wantedRoute = 'the id that execute returned';
const wantedKey = 'a public key of HPKE in base64, with padding: 32 bytes, or 1,216';
const wantedReceipt = 'a receipt as GET /api/verify/receipt returns it: a JWS in compact form';
const wantedSalt = '32 bytes in base64, with padding';
const wantedProof = 'a C2SP tlog-proof';

export const wantedUtcDay = 'a UTC day such as 2026-11-23';

export const utcDay = z
  .string({ error: wantedUtcDay })
  .regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/, { error: wantedUtcDay })
  .meta({ description: wantedUtcDay, examples: ['2026-11-23'] });

const routeId = z.string({ error: wantedRoute }).min(1, { error: wantedRoute }).max(128, {
  error: wantedRoute,
});

export const deliverBody = z.strictObject({
  pass: requestFields.pass.optional(),
  routeId,
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

export const receiptQuery = z.object({ id: routeId });

export const routeEvidence = z
  .object({
    jws: z.string().meta({ description: 'the receipt; its key is in /.well-known/jwks.json' }),
    salt: z.string().meta({
      description: "32 bytes in base64, without which the receipt's entry reveals nothing",
    }),
    index: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'its place in the log; null before it has one, and in the sandbox' }),
    proof: z
      .string()
      .nullable()
      .meta({ description: 'a C2SP tlog-proof; null until the log contains the receipt' }),
    pendingUntil: z.int().nullable().meta({
      description:
        'epoch milliseconds by which the log must contain the receipt; after that the receipt and a checkpoint without it are evidence. Null with a proof, and in the sandbox, whose receipts are not logged',
    }),
  })
  .meta({ id: 'RouteEvidence' });

export const verifyBody = z.strictObject({
  jws: z
    .string({ error: wantedReceipt })
    .min(1, { error: wantedReceipt })
    .max(16_384, { error: wantedReceipt })
    .meta({ description: wantedReceipt }),
  salt: z
    .string({ error: wantedSalt })
    .regex(/^[A-Za-z0-9+/]{43}=$/, { error: wantedSalt })
    .optional()
    .meta({ description: `${wantedSalt}; with the proof` }),
  proof: z
    .string({ error: wantedProof })
    .min(1, { error: wantedProof })
    .max(16_384, { error: wantedProof })
    .optional()
    .meta({ description: `${wantedProof}; with the salt` }),
});

export const verdict = z
  .object({
    valid: z.boolean().meta({ description: 'every check holds' }),
    checks: z.array(
      z.object({
        name: z.enum(['signature', 'current', 'log']),
        ok: z.boolean(),
        detail: z.string(),
      }),
    ),
    chain: z
      .array(
        z.object({
          chainId: requestFields.chain,
          tx: z.string(),
          seen: z
            .boolean()
            .nullable()
            .meta({ description: 'whether a block has it now; null where that is not known' }),
          amountSeen: z.string().nullable().meta({
            description: 'smallest units that it took from the payer, or brought to the recipient',
          }),
        }),
      )
      .meta({ description: 'the transactions that the receipt names, as their chains show them' }),
  })
  .meta({ id: 'ReceiptVerdict' });

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
