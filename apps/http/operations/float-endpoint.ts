import type {
  FloatLevel,
  FloatLevels,
  FormerKeys,
  GasLevel,
  SuggestedMove,
} from '@interline/core/operations';
import { chainToWire, inTokens, evmAddress } from '@interline/kernel';
import * as z from 'zod';
import { defineEndpoint } from '../server/endpoint.ts';
import { checksummed } from '../server/present/present-address.ts';
import { answerFields as field } from '../server/schemas/fields.ts';
import { operatorLimit as limit } from './order-endpoint.ts';

const digits = field.units;
const held = {
  held: digits.nullable().meta({ description: 'by the last reading; null before the first' }),
  block: z.int().min(0).nullable().meta({ description: 'of that reading' }),
  reserved: digits.meta({ description: 'held for routes, or on its way out since that block' }),
  free: digits,
};

const floatAnswer = z
  .object({
    floats: z.array(
      z.object({
        chain: field.chain,
        token: z.string(),
        symbol: z.string(),
        decimals: z.int(),
        ...held,
        target: digits.nullable(),
        targetFrom: z.enum(['config', 'order']).nullable(),
        sharePct: z
          .int()
          .nullable()
          .meta({ description: 'what is free in percent of the target, rounded down' }),
        alarm: z.enum(['below', 'above']).nullable(),
      }),
    ),
    gas: z.array(
      z.object({
        chain: field.chain,
        role: z.enum(['spender', 'float']),
        ...held,
        alarmBelow: digits
          .nullable()
          .meta({ description: 'in units of the coin; null where the config has none' }),
        alarm: z.enum(['below']).nullable(),
      }),
    ),
    gasUse: z
      .array(
        z.object({
          chain: field.chain,
          day: z.string().meta({ description: 'the last whole UTC day' }),
          used: digits,
          daysLeft: z.int().meta({ description: 'for both accounts together, at that use' }),
        }),
      )
      .meta({ description: 'chains without gas in the books of that day are left out' }),
    suggestions: z
      .array(z.object({ symbol: z.string(), from: field.chain, to: field.chain, units: digits }))
      .meta({ description: 'moves that would bring every float to its target, unpriced' }),
    former: z
      .array(
        z.object({
          spender: field.evmAddress,
          float: field.evmAddress,
          routes: z.int().min(0).meta({
            description: 'that were begun with these keys and owe something, or are not final',
          }),
          open: z.int().min(0).meta({ description: 'their transactions that have not ended' }),
          finalAt: z
            .array(z.object({ chain: field.chain, block: z.int().min(0) }))
            .meta({ description: 'the block from which on all that they sent there is final' }),
          holdings: z
            .array(
              z.object({
                chain: field.chain,
                role: z.enum(['spender', 'float']),
                token: z.string(),
                symbol: z.string(),
                units: digits,
                amount: z.string().meta({ description: 'the same in tokens, with the symbol' }),
                block: z.int().min(0).meta({ description: 'at which it was read' }),
              }),
            )
            .meta({ description: 'by the last comparison of the chain with the books' }),
        }),
      )
      .meta({
        description:
          'keys that were rotated out; their accounts are drained once no route, transaction or block is waited for',
      }),
  })
  .meta({ id: 'OperatorFloat' });

export const floatEndpoint = defineEndpoint({
  method: 'GET',
  path: '/operator/float',
  summary:
    'For the operator: what every float and gas account holds, by the last reading of its chain, against its target.',
  limit,
  request: {},
  response: floatAnswer,
  errors: ['STORE_DOWN'],
  isOperators: true,
  async handle({ deps }) {
    const { operations } = deps.useCases;
    return {
      ...presentFloat(await operations.floatLevels(), await operations.suggestFloatMoves()),
      former: (await operations.listFormerKeys()).map(presentFormer),
    };
  },
});

function presentFloat(
  { floats, gas, gasUse }: FloatLevels,
  moves: readonly SuggestedMove[],
): Omit<z.input<typeof floatAnswer>, 'former'> {
  return {
    floats: floats.map((one) => ({
      chain: chainToWire(one.token.chain),
      token: one.token.address,
      symbol: one.token.symbol,
      decimals: one.token.decimals,
      ...presentHeld(one),
      target: one.target === null ? null : one.target.units.toString(),
      targetFrom: one.target?.from ?? null,
      // Bounded, because JSON's numbers are. A larger share means the same.
      sharePct: one.sharePct === null ? null : bounded(one.sharePct),
      alarm: one.alarm,
    })),
    gas: gas.map((one) => ({
      chain: chainToWire(one.chain),
      role: one.role,
      ...presentHeld(one),
      alarmBelow: one.alarmBelow === null ? null : one.alarmBelow.toString(),
      alarm: one.alarm,
    })),
    gasUse: gasUse.map(({ chain, day, used, daysLeft }) => ({
      chain: chainToWire(chain),
      day,
      used: used.toString(),
      daysLeft: bounded(daysLeft),
    })),
    suggestions: moves.map(({ symbol, from, to, units }) => ({
      symbol,
      from: chainToWire(from),
      to: chainToWire(to),
      units: units.toString(),
    })),
  };
}

function presentFormer({
  accounts,
  routes,
  open,
  finalAt,
  holdings,
}: FormerKeys): z.input<typeof floatAnswer>['former'][number] {
  return {
    spender: checksummed(evmAddress(accounts.spender)),
    float: checksummed(evmAddress(accounts.float)),
    routes,
    open,
    finalAt: finalAt.map(({ chain, block }) => ({ chain: chainToWire(chain), block })),
    holdings: holdings.map(({ chain, units, decimals, symbol, ...rest }) => ({
      ...rest,
      chain: chainToWire(chain),
      symbol,
      units: units.toString(),
      amount: inTokens(units, { decimals, symbol }),
    })),
  };
}

function presentHeld({ held, block, reserved, free }: FloatLevel | GasLevel) {
  return {
    held: held === null ? null : held.toString(),
    block,
    reserved: reserved.toString(),
    free: free.toString(),
  };
}

const mostShown = 1_000_000_000n;

function bounded(value: bigint): number {
  return Number(value < mostShown ? value : mostShown);
}
