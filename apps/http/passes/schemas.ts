import * as z from 'zod';

const wantedBlinded = 'an array of 1 to 300 blinded values, each 256 bytes in base64';
const epochMs = z.int().meta({ description: 'epoch milliseconds' });
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
    remainingToday: z.int().min(0).meta({ description: 'trial passes left today' }),
  })
  .meta({ id: 'TrialPasses' });

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
      .meta({ description: 'as they stood at the last full hour' }),
    sdk: z.string(),
    docs: z.string(),
    endpoints: sentences,
  })
  .meta({ id: 'PlusInfo' });
