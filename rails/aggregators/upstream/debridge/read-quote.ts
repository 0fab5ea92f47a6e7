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
import { address, duration, hexData, positiveDigits, quantity, txHash } from '../../wire/fields.ts';
import { readBody } from '../../wire/read-body.ts';
import type { Ask, Priced } from '../upstream.ts';
import { debridgeChainId } from './chain-ids.ts';
import { addressOf } from './request.ts';

export interface QuotedOrder {
  readonly priced: Priced;
  readonly orderId: Hex;
  readonly tx: {
    readonly to: EvmAddress;
    readonly data: Hex;
    readonly value: Units;
    readonly spender: EvmAddress;
  };
}

const createTxBody = z.object({
  estimation: z.object({
    srcChainTokenIn: z.object({ address, chainId: z.int(), amount: positiveDigits }),
    dstChainTokenOut: z.object({ address, amount: positiveDigits }),
  }),
  tx: z.object({ to: address, data: hexData, value: quantity, allowanceTarget: address.nullish() }),
  order: z.object({ approximateFulfillmentDelay: duration }).nullable().catch(null),
  /** 32 bytes, like a hash. */
  orderId: txHash,
});

/** Its own transactions go stale after about this long. */
const lifeMs = 30_000;

/** An answer about another transfer than the asked one is refused. */
export function readQuote(body: unknown, ask: Ask, nowMs: number): RailOutcome<QuotedOrder> {
  const {
    estimation: { srcChainTokenIn: given, dstChainTokenOut: taken },
    tx,
    order,
    orderId,
  } = readBody(createTxBody, body, 'debridge', 'quote');
  if (
    given.chainId !== debridgeChainId(ask.fromChainId) ||
    given.address !== addressOf(ask.from) ||
    given.amount !== ask.units
  ) {
    return refuse('RAIL_FAULT', 'debridge priced another input than was asked');
  }
  if (taken.address !== addressOf(ask.to))
    return refuse('RAIL_FAULT', 'debridge priced another token than was asked');
  const handedOver = isNative(ask.from) ? ask.units : noUnits;
  if (tx.value < handedOver)
    return refuse('RAIL_FAULT', 'debridge built a call that hands over less than was asked');
  return answer({
    priced: {
      // The order states what its taker must pay out, so what is expected is also promised.
      output: taken.amount,
      minOutput: taken.amount,
      durationSec: order?.approximateFulfillmentDelay ?? null,
      bridge: 'debridge',
      via: ['debridge'],
      expiresAtMs: nowMs + lifeMs,
      coinFee: asUnits(tx.value - handedOver),
    },
    orderId,
    tx: { to: tx.to, data: tx.data, value: tx.value, spender: tx.allowanceTarget ?? tx.to },
  });
}
