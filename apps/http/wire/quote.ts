import * as z from 'zod';
import { answerFields as field } from './answer-fields.ts';

/** One way that was asked; `estOut` is "0" where it has no price. */
export const comparedWay = z.object({
  rail: z.string(),
  ok: z.boolean(),
  estOut: field.units,
  etaSeconds: z.number().nullable(),
  best: z.boolean(),
  quoteOnly: z.boolean(),
  errorCode: z.string().optional(),
  reason: z.string().optional(),
});

const floatlaneBlock = z.looseObject({
  fee: field.units,
  effectiveFeeBps: z.number(),
  capNow: field.units,
  destFloat: field.units,
  pricing: z.looseObject({ mode: z.enum(['free-micro-vip', 'micro-standard', 'rebalancing-discount', 'rebalancing-partial', 'base', 'adaptive', 'undercut']) }),
  freeTier: z.looseObject({}),
  vip: z.looseObject({}),
});

export const quoteAnswer = z.looseObject({
  gasless: z.boolean(),
  from: z.object({ chain: field.chain, token: field.token, symbol: z.string(), amount: field.units }),
  to: z.looseObject({ chain: field.chain, token: field.token, symbol: z.string(), estimated: field.units, min: field.units, recipient: z.string().nullable() }),
  bridge: z.string(),
  via: z.array(z.string()),
  bestOf: z.int().min(1),
  compared: z.array(comparedWay).min(1),
  durationSec: z.number().min(0),
  svcRouteFeeBps: z.int(),
  svcRouteFee: field.units,
  quoteOnly: z.boolean(),
  executeReady: z.boolean(),
  quoteOnlyReason: z.string().optional(),
  note: z.string(),
  floatlane: floatlaneBlock.optional(),
});
