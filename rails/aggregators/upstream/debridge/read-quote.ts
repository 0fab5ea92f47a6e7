import type { EvmAddress, Hex } from '@interline/plugins';
import { z } from 'zod';
import { assertAskedFor } from '../../wire/asked-for.ts';
import {
  address,
  digits,
  duration,
  positiveDigits,
  quantity,
  transaction,
  txHash,
} from '../../wire/fields.ts';
import { coinFeeOf } from '../../wire/native-coin.ts';
import { quoteKnownBy } from '../../wire/compare-shape.ts';
import { readBody } from '../../wire/read-body.ts';
import type { Ask, BuiltCall, Priced } from '../upstream.ts';
import { eip155ChainId } from './chain-ids.ts';
import { debridgeCoin } from './request.ts';

export interface QuotedOrder {
  readonly priced: Priced;
  readonly orderId: Hex;
  /** Deducted from what is given, according to the response; null if it does not say. */
  readonly protocolFee: bigint | null;
  readonly tx: Pick<BuiltCall, 'to' | 'data' | 'value'>;
  readonly spender: EvmAddress;
}

const quoteBody = z.object({
  estimation: z.object({
    srcChainTokenIn: z.object({ address, chainId: z.int(), amount: positiveDigits }),
    dstChainTokenOut: z.object({ address, amount: positiveDigits }),
  }),
  tx: transaction.extend({ value: quantity, allowanceTarget: address.nullish() }),
  order: z.object({ approximateFulfillmentDelay: duration }).nullable().catch(null),
  /** 32 bytes, like a hash. */
  orderId: txHash,
  protocolFee: digits.nullable().catch(null),
});

/** Beside it, the members of recorded quotes that nothing here needs. */
export const knownQuote = quoteKnownBy(
  quoteBody,
  `
  estimation.costsDetails estimation.dstChainTokenOut.chainId estimation.dstChainTokenOut.decimals
  estimation.dstChainTokenOut.maxTheoreticalAmount estimation.dstChainTokenOut.name
  estimation.dstChainTokenOut.recommendedAmount estimation.dstChainTokenOut.symbol
  estimation.recommendedSlippage estimation.srcChainTokenIn.decimals
  estimation.srcChainTokenIn.name estimation.srcChainTokenIn.symbol fixFee order.metadata
  order.salt
  `,
);

/** Its own transactions go stale after about this long. */
const lifeMs = 30_000;

export function readQuote(ask: Ask, body: unknown, nowMs: number): QuotedOrder {
  const {
    estimation: { srcChainTokenIn: given, dstChainTokenOut: taken },
    tx: { allowanceTarget, ...tx },
    order,
    orderId,
    protocolFee,
  } = readBody(quoteBody, body, 'debridge', 'quote');
  const echo = {
    fromChainId: eip155ChainId(BigInt(given.chainId)),
    from: given.address,
    to: taken.address,
    units: given.amount,
  };
  assertAskedFor('debridge', ask, echo, debridgeCoin);
  return {
    priced: {
      // The order states what its taker must pay out, so the expected output is also the promised
      // one.
      output: taken.amount,
      minOutput: taken.amount,
      durationSec: order?.approximateFulfillmentDelay ?? null,
      bridge: 'debridge',
      via: ['debridge'],
      expiresAtMs: nowMs + lifeMs,
      coinFee: coinFeeOf('debridge', ask, tx.value),
    },
    orderId,
    protocolFee,
    tx,
    spender: allowanceTarget ?? tx.to,
  };
}
