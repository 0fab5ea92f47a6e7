import { errorCodes } from '@interline/kernel';
import { amount, json, plain, publicJson, units } from './boundary-shapes.ts';
import { z } from 'zod';

const terms = {
  rail: z.string(),
  bridge: plain(80),
  via: z.array(plain(80)).max(16),
  input: amount,
  output: units,
  minOutput: units,
  fee: units,
  durationSec: z.number().min(0).max(31_536_000),
  note: plain().optional(),
};

const quote = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('firm'), ...terms, expiresAtMs: z.int().min(0), memo: json }),
  z.object({ kind: z.literal('indicative'), ...terms, reason: plain() }),
]);

export const refusalShape = z.object({
  ok: z.literal(false),
  code: z.enum(errorCodes, 'wanted a code of the catalogue'),
  reason: plain(),
  minInput: units.optional(),
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
