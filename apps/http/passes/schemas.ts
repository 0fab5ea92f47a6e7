import { assetNames, bundleNames, mostBundles } from '@interline/core/passes';
import * as z from 'zod';
import { answerFields, epochMs, requestFields } from '../server/schemas/fields.ts';
import { signRequest, typedData } from '../transfer/agent/schemas.ts';
import { executeBody } from '../transfer/execute/schemas.ts';

const wantedBlinded = 'an array of 1 to 300 blinded values, each 256 bytes in base64';
const seq = z.int().min(1).meta({ description: 'the number of the key that signed' });
const thumb = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/)
  .meta({
    description: 'SHA-256 of the key, RFC 7638',
    examples: ['0aWsmgFfrC73s0FnNjVRKhUR9B_jfREbJn8DnuxdT1g'],
  });
const base64 = z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/);

export const trialBody = z.strictObject({
  blinded: z
    .array(z.string({ error: wantedBlinded }), { error: wantedBlinded })
    .min(1, { error: wantedBlinded })
    .max(300, { error: wantedBlinded })
    .meta({ description: 'blinded messages in base64, 115 at most for the size of the body' }),
});

export const trialAnswer = z
  .object({
    blindSigs: z.array(base64).meta({ description: 'in the order of the blinded values' }),
    seq,
    thumb,
    remainingToday: z
      .int()
      .min(0)
      .optional()
      .meta({ description: 'trial passes left today; left out in the private lane' }),
  })
  .meta({ id: 'TrialPasses' });

const wantedBundle = `one of ${bundleNames.join(', ')}`;
const wantedAsset = `one of ${assetNames.join(', ')}; GET /api/plus/info says which can be paid in now`;
const wantedPayWith = 'one of transfer, eip3009, permit2';
const wantedSignature =
  'a signature of 65 bytes in hex, with 0x; a contract sends the payment itself';
const wantedBundles = `a whole number from 1 to ${mostBundles}`;
const wantedClaim = 'an array of 1 to 1,000 blinded values, each 256 bytes in base64';
const units = z.string().meta({ description: 'smallest units', examples: ['3000000'] });
const invoiceId = z
  .string({ error: 'the id of an invoice' })
  .regex(/^inv_[0-9a-f]{32}$/, { error: 'the id of an invoice' })
  .meta({ examples: ['inv_0f1e2d3c4b5a69788796a5b4c3d2e1f0'] });

export const invoiceBody = z.strictObject({
  bundle: z.enum(bundleNames, { error: wantedBundle }),
  bundles: z
    .int({ error: wantedBundles })
    .min(1, { error: wantedBundles })
    .max(mostBundles, { error: wantedBundles })
    .optional()
    .meta({ description: '1 where left out' }),
  asset: z.enum(assetNames, { error: wantedAsset }),
  payWith: z.enum(['transfer', 'eip3009', 'permit2'], { error: wantedPayWith }).optional().meta({
    description:
      'transfer where left out: the payer sends the payment. eip3009: the payer of USDC signs it and we send it, by POST /api/plus/pay. permit2: the payer signs a transfer from another chain, for POST /api/route/execute',
  }),
  fromAddress: z
    .string()
    .max(128)
    .optional()
    .meta({ description: 'who signs, with payWith eip3009 or permit2' }),
  fromChain: requestFields.chain.optional().meta({ description: 'where from, with permit2' }),
  fromToken: requestFields.token
    .optional()
    .meta({ description: 'USDC where left out, with permit2' }),
  refundAddress: z
    .string()
    .max(128)
    .optional()
    .meta({ description: 'with btc: where a deposit goes back to that cannot be taken' }),
});

export type InvoiceWire = z.output<typeof invoiceBody>;

export const invoicePath = z.object({ id: invoiceId });

const invoiceShape = {
  id: invoiceId,
  state: z.enum(['open', 'confirming', 'paid', 'exhausted', 'underpaid', 'expired', 'refunded']),
  bundle: z.enum(bundleNames),
  bundles: z.int(),
  tokens: z.int().meta({ description: 'passes' }),
  usd: z.number(),
  asset: z.string(),
  chainId: z.union([z.int(), z.string()]),
  symbol: z.string(),
  payTo: z.string().meta({ description: 'an address of this invoice alone' }),
  amount: units,
  uri: z.string().meta({ description: 'the payment, as wallets read it' }),
  confirmations: z.int(),
  expiresAt: epochMs,
  note: z.string(),
};

const authorizationRequest = z.object({
  mode: z.literal('eip3009'),
  chainId: z.int(),
  tokenAddress: answerFields.evmAddress,
  amount: units,
  eip712: typedData,
});

export const invoiceAnswer = z
  .object({
    ...invoiceShape,
    signRequest: z
      .union([authorizationRequest, signRequest])
      .optional()
      .meta({ description: 'with payWith: what the payer signs' }),
    execute: executeBody.required({ toAddress: true }).optional().meta({
      description: 'with permit2: the body of POST /api/route/execute, without the signed permit',
    }),
    routeId: z
      .string()
      .optional()
      .meta({ description: 'with btc: the route that brings the deposit here' }),
    refundClaim: z.string().optional().meta({
      description:
        'with btc, once: names a refund address later, with POST /api/route/refund-address',
    }),
  })
  .meta({ id: 'PassInvoice' });

export const payBody = z.strictObject({
  invoiceId,
  fromAddress: z.string({ error: 'the address that signed' }).max(128),
  signature: z
    .string({ error: wantedSignature })
    .regex(/^0x[0-9a-fA-F]{130}$/, { error: wantedSignature })
    .meta({ examples: [`0x${'1b'.repeat(65)}`] }),
});

export const invoiceStatus = z
  .object({
    ...invoiceShape,
    received: units.meta({ description: 'what counts of what came' }),
    txs: z.array(z.string()).meta({
      description: 'transactions that were named in a claim, and were seen to pay',
    }),
    issued: z.int().min(0),
    remaining: z.int().min(0).meta({ description: 'passes that may still be claimed' }),
    refundTx: z.string().nullable(),
  })
  .meta({ id: 'PassInvoiceStatus' });

export const claimBody = z.strictObject({
  invoiceId,
  txHash: z
    .string()
    .max(128)
    .optional()
    .meta({ description: 'the transaction that paid; what came is seen without it too' }),
  blinded: z
    .array(z.string({ error: wantedClaim }), { error: wantedClaim })
    .min(1, { error: wantedClaim })
    .max(1_000, { error: wantedClaim })
    .meta({ description: 'blinded messages in base64' }),
  seq: z
    .int()
    .min(1)
    .optional()
    .meta({ description: 'the key that they are blinded for; refused where another one signs' }),
});

export const claimAnswer = z
  .object({
    blindSigs: z.array(base64).meta({ description: 'in the order of the blinded values' }),
    seq,
    thumb,
    issued: z.int().min(0).meta({ description: 'passes of this invoice that were signed' }),
    remaining: z.int().min(0).meta({ description: 'passes that may still be claimed' }),
  })
  .meta({ id: 'ClaimedPasses' });

const wantedText = 'base64 with its padding';

export const redeemBody = z.strictObject({
  preparedMsg: z.string({ error: wantedText }).meta({ description: '108 bytes in base64' }),
  sig: z.string({ error: wantedText }).meta({ description: '256 bytes in base64' }),
});

export const redeemAnswer = z
  .object({ ok: z.literal(true), seq, thumb })
  .meta({ id: 'PassRedeemed' });

const publicKeyJwk = z.object({
  kty: z.literal('RSA'),
  alg: z.literal('PS384'),
  key_ops: z.array(z.literal('verify')),
  ext: z.literal(true),
  n: z.string().meta({ description: 'the modulus, base64url' }),
  e: z.literal('AQAB'),
});

const ringKey = z.object({
  seq,
  thumb,
  bits: z.literal(2_048),
  notBefore: epochMs,
  notAfter: epochMs,
  acceptedUntil: epochMs,
  current: z.boolean(),
});

const mintHead = z.object({
  v: z.literal(2),
  seq,
  thumb,
  notBefore: epochMs,
  notAfter: epochMs,
  suite: z.string(),
  prevThumb: thumb.nullable(),
  prevNotBefore: epochMs.nullable(),
  prevWitSeq: z.int().min(0).meta({ description: "the previous head's witSeq; 0 for the first" }),
  witnessSlot: z.string().meta({ description: 'the name of the log' }),
  witSeq: z.int().min(1).meta({ description: 'how many leaves the log had with this one' }),
  witRoot: base64.meta({ description: 'its root then' }),
  sig: z.object({
    sigPub: base64.meta({ description: 'Ed25519 (32 bytes), then ML-DSA-65 (1,952 bytes)' }),
    mlSig: base64,
    edSig: base64,
  }),
});

const note = z.string().meta({ description: 'a signed note (c2sp.org/tlog-checkpoint)' });

export const mintHeadAnswer = z
  .object({
    head: mintHead.nullable().meta({ description: 'of the key that signs, or signed last' }),
    publicKeyJwk: publicKeyJwk.nullable(),
    origin: z.string(),
    logKey: z.string().meta({ description: 'what a witness knows the log by' }),
    checkpoint: note.nullable().meta({
      description: 'as the head was published: the cosignatures say from when on its key may sign',
    }),
    index: z.int().nullable(),
    inclusion: z.array(base64).meta({ description: "of the head's leaf in that checkpoint" }),
    consistency: z
      .object({ from: z.int(), proof: z.array(base64) })
      .meta({ description: 'from the previous head to that checkpoint' }),
    latest: note.nullable().meta({ description: 'the newest checkpoint, of all leaves' }),
    leaves: z.array(z.string()).meta({ description: 'the whole log, oldest first' }),
    witnesses: z.array(z.object({ name: z.string(), vkey: z.string() })),
    quorum: z.int(),
  })
  .meta({ id: 'MintHead' });

const product = z.object({ tokens: z.int(), usd: z.number(), what: z.string() });

const asset = z.object({
  chainId: z.union([z.int(), z.string()]),
  symbol: z.string(),
  kind: z.string(),
});

const sentences = z.array(z.string());

export const plusInfo = z
  .object({
    service: z.string(),
    mode: z.string(),
    enabled: z.boolean().meta({ description: 'whether this deployment has passes' }),
    principle: z.string(),
    tokens: z.object({
      scheme: z.string(),
      prefix: z.string(),
      unlinkable: z.boolean(),
      blinding: z.string(),
      publicKeyJwk: publicKeyJwk
        .nullable()
        .meta({ description: 'the key that signs now; null where none may' }),
      keyCreated: epochMs.nullable(),
      head: mintHead
        .nullable()
        .meta({ description: 'what the log says of the key that signs; null before the first' }),
    }),
    ring: z.object({
      keys: z.array(ringKey),
      lifetimeMs: z.int(),
      acceptWindowMs: z.int(),
      witnessSlot: z.string().meta({ description: "the name of the mint's log" }),
      witnesses: z.array(z.string()).meta({ description: 'who watches the log' }),
      quorum: z.int().meta({ description: 'how many of them must cosign a key before it signs' }),
      watched: z.string().meta({ description: 'what that is worth, in words' }),
      rotationWitnessRefused: z
        .int()
        .meta({ description: 'how often too few of them cosigned the next key' }),
      tagCommit: z.object({
        writeFlagOn: z.boolean(),
        tagVerifyShipped: z.boolean(),
        cutover: epochMs.nullable(),
        nextRotation: epochMs.nullable(),
      }),
    }),
    headAt: z.string(),
    how: sentences,
    products: z.record(z.string(), product),
    maxBundlesPerInvoice: z.int(),
    btcMinSats: z.int(),
    trial: z.object({
      passesPerDay: z.int(),
      perRequestMax: z.int(),
      bodyCapBytes: z.int(),
      recommendedBatch: z.int(),
      claimsPerIpPerDay: z.int(),
      how: z.string(),
    }),
    assets: z.record(z.string(), asset).meta({ description: 'what an invoice can be paid in now' }),
    redeemableAt: sentences,
    weLearn: sentences,
    weDoNotLearn: sentences,
    stats: z
      .object({ issued: z.int(), spent: z.int() })
      .meta({ description: 'as they stood at the last full hour; 0 before the first one' }),
    sdk: z.string(),
    docs: z.string(),
    endpoints: sentences,
  })
  .meta({ id: 'PlusInfo' });
