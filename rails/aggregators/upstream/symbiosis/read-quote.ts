import { answer, type EvmAddress, type RailOutcome, refuse } from '@interline/plugins';
import { z } from 'zod';
import { assertAskedFor } from '../../wire/asked-for.ts';
import {
  address,
  bridgeName,
  chainId,
  digits,
  duration,
  positiveDigits,
  transaction,
} from '../../wire/fields.ts';
import { coinFeeOf, zeroNative as symbiosisCoin } from '../../wire/native-coin.ts';
import { quoteKnownBy } from '../../wire/compare-shape.ts';
import { readBody } from '../../wire/read-body.ts';
import type { Ask, BuiltCall, Priced } from '../upstream.ts';

export interface QuotedSwap {
  readonly priced: Priced;
  readonly tx: Pick<BuiltCall, 'to' | 'data' | 'value'>;
  readonly spender: EvmAddress;
}

/** `evm`, or the type of another family of chains. */
const familyBody = z.object({ type: z.string() });

/** A chain's own coin is the empty string. */
const coin = z.literal('').transform(() => symbiosisCoin);

const quoteBody = z.object({
  tx: transaction.extend({ chainId: chainId.optional() }),
  approveTo: address,
  tokenAmountOut: z.object({
    address: z.union([address, coin]),
    chainId,
    amount: positiveDigits,
  }),
  tokenAmountOutMin: z.object({ amount: digits }),
  estimatedTime: duration,
  routes: z
    .array(z.object({ provider: bridgeName }))
    .max(100)
    .catch([]),
});

/** Beside it, the members of recorded quotes that nothing here needs. */
export const knownQuote = quoteKnownBy(
  quoteBody,
  `
  fees inTradeType kind labels outTradeType priceImpact rewards route tokenAmountOut.decimals
  tokenAmountOut.symbol tokenAmountOutMin.address tokenAmountOutMin.chainId
  tokenAmountOutMin.decimals tokenAmountOutMin.symbol type
  `,
);

export function readQuote(ask: Ask, body: unknown): RailOutcome<QuotedSwap> {
  const { type } = readBody(familyBody, body, 'symbiosis', 'quote');
  if (type !== 'evm')
    return refuse('NO_ROUTE', 'symbiosis answered with what is no EVM transaction');
  const {
    tx: { chainId: fromChainId, ...tx },
    approveTo: spender,
    tokenAmountOut: out,
    tokenAmountOutMin: least,
    estimatedTime,
    routes,
  } = readBody(quoteBody, body, 'symbiosis', 'quote');
  const echo = { fromChainId, toChainId: out.chainId, to: out.address };
  assertAskedFor('symbiosis', ask, echo, symbiosisCoin);
  return answer({
    priced: {
      output: out.amount,
      minOutput: least.amount,
      durationSec: estimatedTime,
      bridge: 'symbiosis',
      via: viaOf(routes),
      expiresAtMs: null,
      coinFee: coinFeeOf('symbiosis', ask, tx.value),
    },
    tx,
    spender,
  });
}

/** The engine first, then each exchange on the way once. */
function viaOf(routes: readonly { readonly provider: string | null }[]): readonly string[] {
  return [...new Set(['symbiosis', ...routes.flatMap(({ provider }) => provider ?? [])])];
}
