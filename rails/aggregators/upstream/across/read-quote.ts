import { type EvmAddress, isNative } from '@interline/plugins';
import { z } from 'zod';
import { assertAskedFor, type Echo } from '../../wire/asked-for.ts';
import { coinFeeOf } from '../../wire/native-coin.ts';
import {
  address,
  bridgeName,
  chainId,
  digits,
  duration,
  moment,
  positiveDigits,
  transaction,
} from '../../wire/fields.ts';
import { quoteKnownBy } from '../../wire/compare-shape.ts';
import { readBody } from '../../wire/read-body.ts';
import type { Ask, BuiltCall, Priced } from '../upstream.ts';
import { acrossCoin } from './request.ts';

export interface AcrossQuote {
  readonly priced: Priced;
  readonly tx: Pick<BuiltCall, 'chainId' | 'to' | 'data' | 'value'>;
  /** The account that would pull the token; unused for a native source. */
  readonly spender: EvmAddress;
}

const token = z.object({ address, chainId });

const quoteBody = z.object({
  inputToken: token,
  outputToken: token,
  inputAmount: positiveDigits,
  expectedOutputAmount: positiveDigits,
  minOutputAmount: digits,
  expectedFillTime: duration,
  quoteExpiryTimestamp: moment.nullish(),
  steps: z.object({ bridge: z.object({ provider: bridgeName }) }).nullish(),
  checks: z.object({ allowance: z.object({ spender: address }) }),
  swapTx: transaction.extend({ chainId }),
});

/** Includes members of recorded quotes that are not used here. */
export const knownQuote = quoteKnownBy(
  quoteBody,
  `
  amountType approvalTxns checks.allowance.actual checks.allowance.expected checks.allowance.token
  checks.balance crossSwapType fees id inputToken.decimals inputToken.name inputToken.symbol
  maxInputAmount outputToken.decimals outputToken.name outputToken.symbol refundToken
  steps.bridge.fees steps.bridge.inputAmount steps.bridge.outputAmount steps.bridge.tokenIn
  steps.bridge.tokenOut swapTx.ecosystem swapTx.gas swapTx.maxFeePerGas
  swapTx.maxPriorityFeePerGas swapTx.simulationSuccess
  `,
);

export function readQuote(ask: Ask, body: unknown): AcrossQuote {
  const said = readBody(quoteBody, body, 'across', 'quote');
  assertAskedFor('across', ask, echoOf(said, ask), acrossCoin);
  return {
    priced: {
      output: said.expectedOutputAmount,
      minOutput: said.minOutputAmount,
      durationSec: said.expectedFillTime,
      bridge: said.steps?.bridge.provider ?? 'across',
      via: [],
      expiresAtMs: said.quoteExpiryTimestamp ?? null,
      coinFee: coinFeeOf('across', ask, said.swapTx.value),
    },
    tx: said.swapTx,
    spender: said.checks.allowance.spender,
  };
}

/** Across may name a coin as its wrapped token, so its address proves nothing. */
function echoOf(
  { inputToken, outputToken, inputAmount }: z.output<typeof quoteBody>,
  ask: Ask,
): Echo {
  return {
    fromChainId: inputToken.chainId,
    toChainId: outputToken.chainId,
    units: inputAmount,
    from: isNative(ask.from) ? null : inputToken.address,
    to: isNative(ask.to) ? null : outputToken.address,
  };
}
