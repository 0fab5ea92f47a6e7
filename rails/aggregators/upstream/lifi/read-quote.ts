import type { EvmAddress } from '@interline/plugins';
import { z } from 'zod';
import { assertAskedFor } from '../../wire/asked-for.ts';
import { coinFeeOf } from '../../wire/native-coin.ts';
import {
  address,
  bridgeName,
  chainId,
  digits,
  duration,
  positiveDigits,
  quantity,
  transaction,
} from '../../wire/fields.ts';
import { quoteKnownBy } from '../../wire/compare-shape.ts';
import { readBody } from '../../wire/read-body.ts';
import type { Ask, BuiltCall, Priced } from '../upstream.ts';
import { lifiCoin } from './request.ts';

export interface LifiQuote {
  readonly priced: Priced;
  readonly tx: Pick<BuiltCall, 'chainId' | 'to' | 'data' | 'value'>;
  /** Unused for a native source. */
  readonly spender: EvmAddress;
}

const token = z.object({ address });

export const estimated = z.object({
  toAmount: positiveDigits,
  toAmountMin: digits,
  executionDuration: duration,
});

export const includedSteps = z.array(z.object({ tool: bridgeName })).catch([]);

/** The tools that its steps name. */
export function viaOf(steps: z.output<typeof includedSteps>): readonly string[] {
  return steps.flatMap(({ tool }) => tool ?? []);
}

const quoteBody = z.object({
  tool: bridgeName,
  action: z.object({
    fromChainId: chainId,
    toChainId: chainId,
    fromToken: token,
    toToken: token,
    fromAmount: positiveDigits,
    fromAddress: address,
    toAddress: address,
  }),
  estimate: estimated.extend({ approvalAddress: address }),
  includedSteps,
  transactionRequest: transaction.extend({ chainId, value: quantity }),
});

/** Beside it, the members of recorded quotes that nothing here needs. */
export const knownQuote = quoteKnownBy(
  quoteBody,
  `
  action.fromToken.chainId action.fromToken.coinKey action.fromToken.decimals
  action.fromToken.logoURI action.fromToken.name action.fromToken.priceUSD action.fromToken.symbol
  action.slippage action.toToken.chainId action.toToken.coinKey action.toToken.decimals
  action.toToken.logoURI action.toToken.name action.toToken.symbol estimate.data estimate.feeCosts
  estimate.fromAmount estimate.gasCosts estimate.skipApproval id includedSteps[].action
  includedSteps[].estimate includedSteps[].id includedSteps[].toolDetails includedSteps[].type
  integrator toolDetails transactionRequest.from transactionRequest.gasLimit
  transactionRequest.gasPrice type
  `,
);

/**
 * The quote contains its transaction. Both are checked against the request, as far as the quote
 * repeats it.
 */
export function readQuote(ask: Ask, body: unknown): LifiQuote {
  const quoted = readBody(quoteBody, body, 'lifi', 'quote');
  const { tool, action, estimate, transactionRequest } = quoted;
  assertAskedFor(
    'lifi',
    ask,
    {
      fromChainId: action.fromChainId,
      toChainId: action.toChainId,
      from: action.fromToken.address,
      to: action.toToken.address,
      units: action.fromAmount,
      depositor: action.fromAddress,
      recipient: action.toAddress,
    },
    lifiCoin,
  );
  return {
    priced: {
      output: estimate.toAmount,
      minOutput: estimate.toAmountMin,
      durationSec: estimate.executionDuration,
      bridge: tool ?? 'lifi',
      via: viaOf(quoted.includedSteps),
      expiresAtMs: null,
      coinFee: coinFeeOf('lifi', ask, transactionRequest.value),
    },
    tx: transactionRequest,
    spender: estimate.approvalAddress,
  };
}
