import { errorCodes, type JsonObject, maxUint256 } from '@interline/kernel';
import { z } from 'zod';
import { copyJsonObject, stringsIn } from './copy-json.ts';
import { isPlainText } from './plain-text.ts';

// Small shapes shared by quotes, plans and progress. Messages never show the value, which may be an
// upstream's text.

const units = z.bigint().min(0n).max(maxUint256, 'wanted 2^256 - 1 at most');
const amount = z.bigint().min(1n).max(maxUint256, 'wanted 2^256 - 1 at most');
export const plain = (maxLength?: number): z.ZodString =>
  z
    .string()
    .refine(
      (text) => isPlainText(text, maxLength),
      'wanted short plain words without URL or secret',
    );
/** Copied before it is checked, because a rail may keep its own object and change it later. */
const json = z.preprocess(
  copyJsonObject,
  z.custom<JsonObject>((copy) => copy !== null, 'wanted plain JSON of bounded size'),
);
const publicJson = json.refine(
  (value) => stringsIn(value).every((text) => text === '' || isPlainText(text)),
  'wanted short plain words without URL or secret',
);
export const chain = z
  .string()
  .regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/, 'wanted a CAIP-2 chain');
const evmAddress = z.string().regex(/^0x[0-9a-f]{40}$/, 'wanted an EVM address in small letters');
/** Any chain's address or transaction id: one word. */
export const word = z
  .string()
  .regex(/^[0-9A-Za-z:._-]{1,128}$/, 'wanted one word of at most 128 characters');
const token = z.object({
  chain,
  address: word,
  symbol: plain(40),
  decimals: z.int().min(0).max(77),
  asset: plain(40),
  eip2612: z.object({ name: plain(80), version: plain(20) }).optional(),
});

const terms = {
  rail: z.string(),
  bridge: plain(80),
  via: z.array(plain(80)).max(16),
  input: amount,
  output: units,
  minOutput: units,
  fee: units,
  gasFee: units.optional(),
  minInput: units.optional(),
  durationSec: z.number().min(0).max(31_536_000),
  note: plain().optional(),
};

const keeps = z.enum(['durable', 'perishable']);

const quote = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('firm'),
    ...terms,
    expiresAtMs: z.int().min(0),
    fronts: z
      .array(z.object({ chain, gas: units, coin: units }))
      .max(8)
      .optional(),
    keeps: keeps.optional(),
    memo: json,
  }),
  z.object({ kind: z.literal('indicative'), ...terms, reason: plain() }),
]);

const refusalShape = z.object({
  ok: z.literal(false),
  code: z.enum(errorCodes, 'wanted a code of the catalogue'),
  reason: plain(),
  minInput: units.optional(),
  retryAfterMs: z.int().min(1).max(86_400_000).optional(),
  needs: z.object({ token, free: amount }).optional(),
});

const offerOutcomeShape = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: quote }),
  refusalShape,
]);

export const offerShape = z.object({
  rail: z.string(),
  outcome: offerOutcomeShape,
  block: publicJson.optional(),
});

const maxSteps = 16;
/** Twice the 64 kB of calldata that any node takes, in hex digits. */
const maxDataChars = 262_144;
const data = z
  .string()
  .max(maxDataChars)
  .regex(/^0x(?:[0-9a-fA-F]{2})*$/, 'wanted hex bytes');
const pollMs = z.int().min(100).max(3_600_000);
const awaited = { chain, address: word, units: amount, ref: json };

const step = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reserve'), token, units: amount, mostTaken: units.optional() }),
  z.object({
    kind: z.literal('payout'),
    token,
    to: word,
    units: amount,
    isRefusable: z.literal(true).optional(),
  }),
  z.object({
    kind: z.literal('call'),
    chain,
    to: evmAddress,
    data,
    value: units,
    handsOver: z.boolean(),
    approve: z.object({ token: evmAddress, spender: evmAddress, units: amount }).optional(),
  }),
  z.object({ kind: z.literal('deposit'), token, to: evmAddress, units: amount }),
  z.object({
    kind: z.literal('await-deposit'),
    chain,
    address: word.optional(),
    units: amount,
    partCost: units.optional(),
    ref: json.optional(),
  }),
  z.object({ kind: z.literal('await-funds'), ...awaited }),
  z.object({
    kind: z.literal('track'),
    ref: json,
    pollMs,
    recall: z.object({ to: evmAddress }).optional(),
  }),
]);

const plan = z.object({
  pullTo: z.enum(['float', 'spender', 'none']),
  steps: z.array(step).min(1).max(maxSteps),
  output: units,
  fee: units,
  keeps,
  charges: z
    .array(
      z.object({
        budget: word,
        units,
        limit: units,
        reason: plain(),
        isShared: z.literal(true).optional(),
      }),
    )
    .max(8),
});

export const recallOutcomeShape = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.object({ to: evmAddress, data, value: units }) }),
  refusalShape,
]);

export const planOutcomeShape = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: plan }),
  refusalShape,
]);
