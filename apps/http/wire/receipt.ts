import { routeStatuses } from '@interline/domain';
import * as z from 'zod';
import { answerFields as field } from './answer-fields.ts';

const payment = z.object({ address: z.string(), amount: field.units });

export const routeReceipt = z.looseObject({
  id: z.string().regex(/^(rt|sbx)_/),
  status: z.enum(routeStatuses),
  gasless: z.boolean(),
  sandbox: z.boolean(),
  bridge: z.string(),
  aggregator: z.string(),
  svcFee: field.units,
  bridged: field.units,
  from: z.object({ chain: field.chain, token: field.token, symbol: z.string(), amount: field.units, address: z.string() }),
  to: z.object({ chain: field.chain, token: field.token, symbol: z.string(), recipient: z.string(), estimated: field.units, min: field.units, delivered: field.units.nullable() }),
  srcTx: field.hash,
  destTx: field.hash,
  stage: z.string(),
  elapsedSec: z.number().min(0),
  track: z.string(),
  refundTx: field.hash,
  /** Ways that were tried and left, in the order it happened. */
  refusals: z.array(field.refusal),
  /** What came back to the payer in all, in the source token's smallest units. */
  refunded: field.units.optional(),
  failure: z.object({ error: z.string(), errorCode: z.string(), retryable: z.boolean(), suggestedAction: z.string() }).optional(),
  deposit: payment.optional(),
  fund: payment.optional(),
});

export const rankedRail = z.object({ rail: z.string(), bridge: z.string(), estOut: field.units, minOut: field.units, fee: field.units, etaSeconds: z.number() });

/** What a rehearsal answers: `wouldSend` is the way a live request would take first. */
export const dryRun = z.object({
  status: z.literal('DRY'),
  broadcast: z.literal(false),
  wouldSend: z.object({
    rail: z.string(),
    bridge: z.string(),
    mode: z.enum(['self', 'permit2']),
    from: z.object({ chain: field.chain, token: field.token, symbol: z.string(), amount: field.units }),
    to: z.object({ chain: field.chain, token: field.token, symbol: z.string(), recipient: z.string(), estimated: field.units, min: field.units }),
    svcFee: field.units,
  }).nullable(),
  rankedRails: z.array(rankedRail),
  refusals: z.array(field.refusal),
  note: z.string(),
});

export const executeAnswer = z.union([routeReceipt, dryRun]);
