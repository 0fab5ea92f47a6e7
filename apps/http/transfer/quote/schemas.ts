import * as z from 'zod';
import { answerFields as field } from '../../server/schemas/fields.ts';

export const feePct = z.number().meta({
  description:
    'percent lost against par, two decimals, rounded up; below zero where more than par arrives',
  examples: [0.08],
});

export const feeBasis = z.enum(['units', 'prices', 'charge']).meta({
  description:
    "what par is: unit for unit of one asset, by both tokens' prices, or unknown, so that only the service's own charge is counted",
});

/** What a transfer costs, by who takes it. */
export const fees = z
  .object({
    service: field.units.meta({
      description: "what the service keeps, in the source token's smallest units",
    }),
    gas: field.units.meta({
      description:
        'what it charges for the gas that the relayer fronts, in the same units; "0" where its own part covers the gas',
    }),
    engine: z
      .string()
      .regex(/^-?\d+$/)
      .optional()
      .meta({
        description:
          "what the engine's fees and spread take, in the same units at the prices of now, rounded up; below zero where more arrives than par; left out where par is unknown",
      }),
  })
  .meta({ id: 'FeeParts' });

export const needsLive = z.boolean().meta({
  description: 'true: it broadcasts only with live: true; false: by default',
});

/** One engine that was asked; `estOut` is "0" where it has no price. */
export const comparedOffer = z.object({
  rail: field.offer,
  ok: z.boolean(),
  estOut: field.destUnits,
  minOut: field.destUnits.optional().meta({ description: 'the least that it promises' }),
  fee: field.units.optional().meta({
    description: "the service's whole charge there, in the source token's smallest units",
  }),
  fees: fees.optional(),
  needsLive,
  etaSeconds: z.number().nullable().meta({
    description: 'expected, from the accepted order to the delivery; null where it has no price',
  }),
  best: z.boolean(),
  quoteOnly: z.boolean(),
  errorCode: z.string().optional(),
  reason: z.string().optional(),
  facts: z.record(z.string(), z.unknown()).optional().meta({
    description: "the engine's own figures, such as the largest amount it takes now (`capNow`)",
  }),
  retryAfterMs: field.retryAfterMs.optional(),
});

const floatlaneBlock = z.object({
  fee: field.units.meta({
    description: "the lane's whole charge, gas included, in the source token's smallest units",
  }),
  effectiveFeeBps: z
    .number()
    .meta({ description: 'the charge in hundredths of a percent of the amount' }),
  capNow: field.units.meta({
    description: "the largest amount the lane takes now, in the source token's smallest units",
  }),
  destFloat: field.units.meta({
    description: "what is free of the destination float, in the destination token's smallest units",
  }),
  pricing: z.object({
    mode: z.enum([
      'free-micro-vip',
      'micro-standard',
      'rebalancing-discount',
      'rebalancing-partial',
      'base',
      'adaptive',
      'undercut',
    ]),
    feeBps: z.number().meta({ description: 'the charge in hundredths of a percent of the amount' }),
    standardFeeBps: z.int().meta({ description: 'the standard charge, which it never exceeds' }),
    reason: z.string(),
  }),
  freeTier: z
    .object({
      applied: z.boolean(),
      failedCheck: z.string().nullable().meta({ description: 'the check that failed' }),
      reason: z.string(),
    })
    .meta({ description: 'whether the micro tier sets the price' }),
  vip: z.object({
    isMember: z.boolean(),
    matched: z
      .string()
      .nullable()
      .meta({ description: 'the collection of which fromAddress holds one' }),
    collections: z
      .array(
        z.object({
          name: z.string(),
          address: field.evmAddress,
          chains: z.array(field.chain).meta({ description: 'where it has that address' }),
        }),
      )
      .meta({ description: 'the collections whose holders are members' }),
  }),
});

export const quoteAnswer = z
  .object({
    gasless: z
      .boolean()
      .meta({ description: 'one signed permit is enough: the payer needs no gas' }),
    from: z.object({
      chain: field.chain,
      token: field.token,
      symbol: field.symbol,
      amount: field.sourceUnits,
    }),
    to: z.object({
      chain: field.chain,
      token: field.token,
      symbol: field.symbol,
      estimated: field.destUnits,
      min: field.destUnits,
      recipient: z.string().nullable().meta({ description: 'null where the request named none' }),
    }),
    bridge: field.bridge,
    via: z.array(z.string()).meta({ description: 'what the money goes through, in order' }),
    bestOf: z.int().min(0).meta({
      description: 'third-party engines that gave a price; the float lane is none of them',
    }),
    compared: z
      .array(comparedOffer)
      .min(1)
      .meta({ description: 'every way that was asked, best first' }),
    durationSec: z
      .number()
      .min(0)
      .meta({ description: 'expected, from the accepted order to the delivery' }),
    svcRouteFeeBps: z
      .int()
      .meta({ description: "the service's standard charge in hundredths of a percent" }),
    svcRouteFee: field.units.meta({
      description:
        "the service's whole charge, in smallest units of the source token: the float lane's own price, or the standard charge and the gas the relayer fronts; `lost` is what an engine's spread and fees cost as well",
    }),
    fees: fees.meta({ description: 'the parts of what it costs; service and gas are svcRouteFee' }),
    lost: z
      .string()
      .regex(/^-?\d+$/)
      .optional()
      .meta({
        description:
          'how much less arrives than left, our charge in it, in smallest units of the source token at the prices of now, rounded up; below zero where more arrives than par',
      }),
    effectiveFeePct: feePct.optional(),
    effectiveFeeBasis: feeBasis.optional(),
    quoteOnly: z.boolean().meta({
      description: 'true: priced, and cannot be settled; branch on it before you offer the quote',
    }),
    executeReady: z.boolean(),
    execute: z
      .object({
        mode: z.literal('permit2').optional().meta({ description: 'left out from bitcoin' }),
        live: z.literal(true).optional().meta({
          description: 'the quoted way broadcasts only so; left out where it does by default',
        }),
        minOut: field.destUnits,
      })
      .optional()
      .meta({
        description:
          'what to add to the request, beside the signed permit, so that execute keeps this quote; where executeReady is true',
      }),
    quoteOnlyReason: z.string().optional().meta({ description: 'where quoteOnly is true' }),
    deposit: z
      .object({
        confirmations: z
          .int()
          .meta({ description: 'how deep the deposit must be before anything is paid for it' }),
        lockSeconds: z.int().meta({
          description:
            'how long after execute a deposit that is seen, mempool included, keeps the price, where a block takes it within the hour after that; execute locks none (lockedUntil null) where more than may be locked waits to be paid',
        }),
        minAmount: field.units.meta({ description: 'in smallest units of the source token' }),
      })
      .optional()
      .meta({ description: 'where the source is deposited by the caller: from bitcoin' }),
    createsAccount: z.literal(true).optional().meta({
      description: 'the payment creates the account of the recipient: to stellar',
    }),
    note: z.string(),
    floatlane: floatlaneBlock.optional(),
  })
  .meta({ id: 'Quote' });
