import {
  answer,
  asUnits,
  type EvmAddress,
  type Hex,
  isNative,
  noUnits,
  type RailOutcome,
  refuse,
  type Units,
} from '@interline/plugins';
import { z } from 'zod';
import {
  address,
  bridgeName,
  chainId,
  digits,
  duration,
  hexData,
  positiveDigits,
  quantity,
} from '../../wire/fields.ts';
import { readBody } from '../../wire/read-body.ts';
import type { Ask, Priced } from '../upstream.ts';
import { addressOf } from './request.ts';

export interface QuotedSwap {
  readonly priced: Priced;
  readonly tx: {
    readonly to: EvmAddress;
    readonly data: Hex;
    readonly value: Units;
    readonly spender: EvmAddress;
  };
}

/** `evm`, or the type of another family of chains. */
const familyBody = z.object({ type: z.string() });

const tokenAddress = z.union([address, z.literal('')]);

const swapBody = z
  .object({
    tx: z.object({
      to: address,
      data: hexData,
      value: quantity.default(noUnits),
      chainId: chainId.optional(),
    }),
    approveTo: address,
    tokenAmountOut: z.object({ address: tokenAddress, chainId, amount: positiveDigits }),
    tokenAmountOutMin: z.object({ amount: digits }),
    estimatedTime: duration,
    routes: z
      .array(z.object({ provider: bridgeName }))
      .max(100)
      .catch([]),
  })
  .refine(
    ({ tokenAmountOut, tokenAmountOutMin }) => tokenAmountOutMin.amount <= tokenAmountOut.amount,
  );

/** An answer about another transfer than the asked one is refused. */
export function readQuote(body: unknown, ask: Ask): RailOutcome<QuotedSwap> {
  const { type } = readBody(familyBody, body, 'symbiosis', 'quote');
  if (type !== 'evm')
    return refuse('NO_ROUTE', 'symbiosis answered with what is no EVM transaction');
  const {
    tx,
    approveTo,
    tokenAmountOut: out,
    tokenAmountOutMin: least,
    estimatedTime,
    routes,
  } = readBody(swapBody, body, 'symbiosis', 'quote');
  if (out.address !== addressOf(ask.to) || out.chainId !== ask.toChainId)
    return refuse('RAIL_FAULT', 'symbiosis priced another token than was asked');
  if (tx.chainId !== undefined && tx.chainId !== ask.fromChainId)
    return refuse('RAIL_FAULT', 'symbiosis built a call on another chain than was asked');
  const handedOver = isNative(ask.from) ? ask.units : noUnits;
  if (tx.value < handedOver)
    return refuse('RAIL_FAULT', 'symbiosis built a call that hands over less than was asked');
  return answer({
    priced: {
      output: out.amount,
      minOutput: least.amount,
      durationSec: estimatedTime,
      bridge: 'symbiosis',
      via: viaOf(routes),
      expiresAtMs: null,
      coinFee: asUnits(tx.value - handedOver),
    },
    tx: { to: tx.to, data: tx.data, value: tx.value, spender: approveTo },
  });
}

/** The engine first, then each exchange on the way once. */
function viaOf(routes: readonly { readonly provider: string | null }[]): readonly string[] {
  return [...new Set(['symbiosis', ...routes.flatMap(({ provider }) => provider ?? [])])];
}
