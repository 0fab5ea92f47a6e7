import * as z from 'zod';
import { answerFields, epochMs, requestFields, walletSignature } from '../server/schemas/fields.ts';
import { executeRequestBody } from '../transfer/execute/schemas.ts';
import { presentation } from './mandate-field.ts';

const wantedToken = { error: 'an SD-JWT of at most 16,384 characters, with its disclosures' };
const wantedKey = { error: 'a public key as a JWK of P-256 or Ed25519' };
const wantedProof = { error: 'a JWS in its compact form, made by the key of the mandate' };
const wantedId = { error: 'the id that POST /api/mandates answered with' };
const wantedSec = { error: 'whole seconds of the epoch, in a string of digits' };
const wantedChain = { error: 'the chain id of the signed domain' };
const wantedSignature = { error: "the wallet's signature of the allowance, in hex" };

const seconds = z.string(wantedSec).regex(/^(0|[1-9][0-9]{0,14})$/, wantedSec);
const cents = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,14})$/)
  .meta({ examples: ['2500'] });

const mandateId = z
  .string(wantedId)
  .regex(/^mnd_[0-9a-f]{32}$/, wantedId)
  .meta({ examples: [`mnd_${'0'.repeat(32)}`] });

const allowance = z
  .strictObject(
    {
      chainId: z
        .int(wantedChain)
        .min(1, wantedChain)
        .max(Number.MAX_SAFE_INTEGER, wantedChain)
        .meta({
          description: 'of the signed domain {name: "Permit2", chainId, verifyingContract}',
        }),
      details: z.strictObject(
        {
          token: requestFields.address,
          amount: requestFields.digits.meta({
            description: 'the most that can be pulled in all, in smallest units',
          }),
          expiration: seconds.meta({ description: "no later than the mandate's exp" }),
          nonce: requestFields.digits.meta({
            description: "the next nonce of Permit2's allowance of wallet, token and spender",
          }),
        },
        { error: 'an object {token, amount, expiration, nonce}' },
      ),
      spender: requestFields.address.meta({
        description: 'the relayer on that chain: spender of the signRequest of POST /api/agent/do',
      }),
      sigDeadline: requestFields.digits,
      signature: walletSignature(wantedSignature),
    },
    { error: 'an object {chainId, details, spender, sigDeadline, signature}' },
  )
  .meta({
    description:
      "Permit2's PermitSingle as the wallet signed it: the limit that the chain enforces. It moves nothing by itself",
  });

export const registerMandateBody = z.strictObject({
  mandate: z
    .string(wantedToken)
    .min(1, wantedToken)
    .max(16_384, wantedToken)
    .meta({ description: 'the open mandate (AP2, mandate.payment.open.1): jwt~disclosure~…~' }),
  key: z.record(z.string(), z.unknown(), wantedKey).optional().meta({
    description:
      'the key that signed it, where its header has no jwk; the session must name its thumbprint as urn:interline:mandate-key:…',
  }),
  proof: z.string(wantedProof).min(1, wantedProof).max(2_048, wantedProof).meta({
    description:
      "JWS by the key that signed the mandate (typ interline-mandate+jwt) over {aud: this service's origin, owner: the wallet that signed in, mandate: SHA-256 of the mandate's header and payload as signed, base64url}",
  }),
  allowance,
});

export const mandateParams = z.object({ id: mandateId });
export const challengeBody = z.strictObject({ id: mandateId });
export const evaluateBody = z.strictObject({
  presentation,
  execute: executeRequestBody
    .omit({ permit2: true, mandate: true })
    .meta({ description: 'the body that POST /api/route/execute would have, without mandate' }),
});

const left = z
  .object({
    cents: cents.nullable().meta({ description: 'null where the mandate has no budget' }),
    uses: z
      .int()
      .nullable()
      .meta({ description: 'null where the number of payments is not limited' }),
  })
  .meta({ id: 'MandateLeft' });

export const mandateAnswer = z
  .object({
    id: mandateId,
    hash: z.string().meta({ description: 'SHA-256 of what the user signed, base64url' }),
    agent: z.string().meta({ description: "the thumbprint of the agent's key (RFC 7638)" }),
    constraints: z
      .array(z.record(z.string(), z.unknown()))
      .meta({ description: 'as the mandate states them; amounts are US cents' }),
    ceiling: z
      .object({
        chainId: answerFields.chain,
        token: answerFields.token,
        amount: answerFields.units,
        expiration: z.int().meta({ description: 'epoch seconds' }),
        spender: z.string(),
      })
      .meta({ description: 'the limit that the chain enforces, whatever this service does' }),
    budget: z
      .object({
        currency: z.literal('USD'),
        max: cents.nullable(),
        reserved: cents.meta({ description: 'by payments under way' }),
        spent: cents.meta({ description: 'by completed payments' }),
        left: cents.nullable(),
      })
      .meta({ description: 'in US cents; a failed payment gives its part back' }),
    uses: z.object({ max: z.int().nullable(), used: z.int(), left: z.int().nullable() }),
    state: z.enum(['active', 'revoked', 'expired', 'exhausted']),
    expires: epochMs,
    created: epochMs,
    note: z
      .string()
      .meta({ description: 'what a mandate does not limit, and how its owner ends it' }),
  })
  .meta({ id: 'Mandate' });

export const mandatesAnswer = z
  .object({ items: z.array(mandateAnswer), next: z.string().nullable() })
  .meta({ id: 'Mandates' });

export const challengeAnswer = z
  .object({
    nonce: z.string().meta({ description: 'valid for one presentation' }),
    aud: z.string().meta({ description: 'the audience that the presentation must name' }),
    expiresAt: epochMs,
  })
  .meta({ id: 'MandateChallenge' });

export const evaluateAnswer = z
  .object({
    ok: z.boolean(),
    failing: z.array(z.object({ constraint: z.string(), reason: z.string() })),
    left,
    worth: cents.meta({ description: 'the worth of the transfer now, in US cents, rounded up' }),
  })
  .meta({ id: 'MandateEvaluation' });

export const mandateReceipts = z
  .object({
    items: z
      .array(
        z.object({
          seq: z.int().min(1).meta({ description: 'consecutive, from 1' }),
          kind: z.enum(['accepted', 'done', 'failed']),
          routeId: z.string(),
          ts: epochMs,
          claims: z.record(z.string(), z.unknown()),
          jws: z.string().nullable().meta({
            description:
              'signed with the key of GET /.well-known/jwks.json, type interline-mandate-receipt+jwt; null where the deployment signs nothing',
          }),
        }),
      )
      .meta({ description: 'newest first' }),
    next: z.string().nullable(),
  })
  .meta({ id: 'MandateReceipts' });
