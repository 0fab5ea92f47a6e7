import { z } from 'zod';
import { amount, chain, evmAddress, json, plain, token, units, word } from './boundary-shapes.ts';
import { refusalShape } from './offer-shape.ts';

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
  z.object({ kind: z.literal('reserve'), token, units: amount }),
  z.object({ kind: z.literal('payout'), token, to: word, units: amount }),
  z.object({
    kind: z.literal('call'),
    chain,
    to: evmAddress,
    data,
    valueWei: units,
    handsOver: z.boolean(),
    approve: z.object({ token: evmAddress, spender: evmAddress, units: amount }).optional(),
  }),
  z.object({ kind: z.literal('await-deposit'), ...awaited }),
  z.object({ kind: z.literal('await-funds'), ...awaited }),
  z.object({ kind: z.literal('track'), ref: json, pollMs }),
]);

const plan = z.object({
  pullTo: z.enum(['float', 'spender', 'none']),
  steps: z.array(step).min(1).max(maxSteps),
  output: units,
  fee: units,
  keeps: z.enum(['durable', 'perishable']),
  charges: z.array(z.object({ budget: word, units, limit: units, reason: plain() })).max(8),
});

export const planOutcomeShape = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: plan }),
  refusalShape,
]);
