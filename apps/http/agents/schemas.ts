import * as z from 'zod';
import { agentActivityKinds } from '@interline/core/agents';
import { epochMs, requestFields } from '../server/schemas/fields.ts';

const wantedCents = { error: 'cents of a dollar in a string of at most 15 digits' };
const wantedList = { error: 'a list of at most 100 texts; ["*"] allows all' };
const wantedName = { error: 'a text of 1 to 64 characters' };
const wantedTime = { error: 'a time in the future, in epoch milliseconds' };
const wantedJwk = { error: 'the public key as a JWK: {kty: "OKP", crv: "Ed25519", x}' };
const wantedProof = { error: 'a JWS in its compact form, made by the key' };
const wantedAgent = { error: 'the id that POST /api/agents answered with' };
const wantedApproval = { error: 'the id that APPROVAL_REQUIRED named' };
const wantedLimit = { error: 'a whole number from 1 to 100' };
const wantedNext = { error: 'next of the previous page, as returned' };

const cents = z
  .string(wantedCents)
  .regex(/^(0|[1-9][0-9]{0,14})$/, wantedCents)
  .meta({ examples: ['5000'] });
const listed = z.string(wantedList).min(1, wantedList).max(160, wantedList);
const name = z.string(wantedName).min(1, wantedName).max(64, wantedName);

const policyBody = z
  .strictObject({
    maxPerRoute: cents.meta({ description: 'the most that one route may be worth, in US cents' }),
    maxPerDay: cents.meta({
      description: 'the most that all routes of one UTC day may be worth, in US cents',
    }),
    tokens: z.array(listed, wantedList).max(100, wantedList).optional().meta({
      description:
        'symbols of the service\'s list, or eip155:8453/0x…; of both ends. Left out: none; ["*"]: all',
    }),
    chains: z
      .array(z.union([z.int().positive(), listed], wantedList), wantedList)
      .max(100, wantedList)
      .optional()
      .meta({ description: 'as fromChain names them; of both ends. Left out: none; ["*"]: all' }),
    recipients: z.array(listed, wantedList).max(100, wantedList).optional().meta({
      description:
        'addresses that may be paid; with a memo as G…?memo=id:42, and then with no other. Left out: none; ["*"]: all',
    }),
    approveAbove: cents.nullable().optional().meta({
      description:
        'transfers worth more wait for the owner to approve them; null or left out: none do',
    }),
    maxSlippage: requestFields.slippage.optional().meta({
      description:
        "the most slippage that a route may accept, a fraction from 0 to 0.5; left out: the service's default, 0.005",
    }),
    expiresAt: z.int(wantedTime).positive(wantedTime).meta({ description: wantedTime.error }),
  })
  .meta({ id: 'AgentPolicyBody' });

// A private key would have `d`: it is refused like any unknown field, because we must not hold one.
const jwk = z.strictObject(
  {
    kty: z.literal('OKP', wantedJwk),
    crv: z.literal('Ed25519', wantedJwk),
    x: z.string(wantedJwk).regex(/^[A-Za-z0-9_-]{43}$/, wantedJwk),
    alg: z.enum(['EdDSA', 'Ed25519'], wantedJwk).optional(),
    use: z.literal('sig', wantedJwk).optional(),
    kid: z.string(wantedJwk).max(128, wantedJwk).optional(),
    key_ops: z.array(z.string(wantedJwk), wantedJwk).max(8, wantedJwk).optional(),
    ext: z.boolean(wantedJwk).optional(),
  },
  wantedJwk,
);
const proof = z.string(wantedProof).min(1, wantedProof).max(2_048, wantedProof).meta({
  description:
    "JWS by that key (EdDSA, typ interline-agent+jwt) over {aud: this service's origin, owner: the wallet that signed in, iat: seconds, nonce: 16 random bytes in base64url}",
});

export const keyBody = z.strictObject({ jwk, proof });
export const registerBody = z.strictObject({ name, jwk, proof, policy: policyBody });
export const changeBody = z.strictObject({
  name: name.optional(),
  policy: policyBody.optional().meta({ description: 'replaces the whole policy' }),
  state: z
    .literal('active', { error: '"active", to reactivate a frozen agent' })
    .optional()
    .meta({ description: 'reactivates a frozen agent' }),
});
export const decideBody = z.strictObject({
  decision: z.enum(['approve', 'deny'], { error: '"approve" or "deny"' }),
});

const agentId = z
  .string(wantedAgent)
  .regex(/^agt_[0-9a-f]{32}$/, wantedAgent)
  .meta({ examples: [`agt_${'0'.repeat(32)}`] });
const approvalId = z
  .string(wantedApproval)
  .regex(/^apr_[0-9a-f]{32}$/, wantedApproval)
  .meta({ examples: [`apr_${'0'.repeat(32)}`] });

export const agentParams = z.object({ id: agentId });
export const approvalParams = z.object({ id: agentId, aid: approvalId });
export const activityQuery = z.object({
  next: z
    .string(wantedNext)
    .regex(/^[1-9][0-9]{0,14}$/, wantedNext)
    .transform(Number)
    .optional()
    .meta({ description: 'next of the previous page' }),
  limit: z
    .string(wantedLimit)
    .regex(/^([1-9][0-9]?|100)$/, wantedLimit)
    .transform(Number)
    .optional()
    .meta({ description: wantedLimit.error, examples: ['25'] }),
});

const policy = z
  .object({
    maxPerRoute: cents,
    maxPerDay: cents,
    tokens: z.array(z.string()),
    chains: z.array(z.union([z.int(), z.string()])),
    recipients: z.array(z.string()),
    approveAbove: cents.nullable(),
    maxSlippage: z.number().meta({ description: 'a fraction, as 0.005' }),
    expiresAt: epochMs,
  })
  .meta({ id: 'AgentPolicy' });

const agentFields = {
  id: agentId,
  keyid: z.string().meta({ description: 'the thumbprint of its key (RFC 7638)' }),
  name: z.string(),
  policy,
  state: z.enum(['active', 'frozen']),
  created: epochMs,
};

export const agentAnswer = z.object(agentFields).meta({ id: 'Agent' });
export const agentsAnswer = z
  .object({ items: z.array(agentAnswer), next: z.null() })
  .meta({ id: 'Agents' });
export const agentSheet = z
  .object({
    ...agentFields,
    today: z
      .object({
        day: z.string(),
        reserved: cents.meta({ description: 'by routes under way' }),
        spent: cents.meta({ description: 'by completed routes' }),
        left: cents,
      })
      .meta({ description: 'of maxPerDay, in US cents; a failed route gives its part back' }),
  })
  .meta({ id: 'AgentSheet' });
export const agentDeleted = z.object({ deleted: z.literal(true) }).meta({ id: 'AgentDeleted' });

const about = z
  .record(z.string(), z.union([z.string(), z.number(), z.null()]))
  .meta({ description: 'what it was about: a route, an approval, who did it' });

export const agentActivity = z
  .object({
    items: z
      .array(
        z.object({
          seq: z.int().min(1).meta({ description: 'consecutive, from 1' }),
          kind: z.enum(agentActivityKinds),
          ts: epochMs,
          about,
        }),
      )
      .meta({ description: 'the newest first' }),
    next: z.string().nullable(),
  })
  .meta({ id: 'AgentActivity' });

export const approvalAnswer = z
  .object({
    id: approvalId,
    agentId,
    state: z.enum(['asked', 'approved', 'denied', 'used']).meta({
      description: 'approved: the same body is accepted once, and the state is then used',
    }),
    cents: cents.meta({ description: 'what the transfer was worth when it was asked for' }),
    about: about.meta({
      description:
        'the transfer: chains, tokens, recipient, amount and minOut in smallest units with their decimals, and both written out as sends and receivesAtLeast',
    }),
    asked: epochMs,
    decided: epochMs.nullable(),
  })
  .meta({ id: 'AgentApproval' });
export const approvalsAnswer = z
  .object({ items: z.array(approvalAnswer), next: z.null() })
  .meta({ id: 'AgentApprovals' });
