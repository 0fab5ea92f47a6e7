import { answer, type EvmAddress, type RailOutcome, refuse } from '@interline/plugins';
import { z } from 'zod';
import { echoMismatch } from '../../wire/echo-mismatch.ts';
import { flatFeeOf } from '../../wire/native-coin.ts';
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
import type { Ask, BuiltCall, Priced } from '../upstream.ts';
import { lifiCoin } from './request.ts';

export interface LifiQuote {
  readonly priced: Priced;
  readonly tx: Pick<BuiltCall, 'chainId' | 'to' | 'data' | 'value'>;
  /** Of no use for a native source. */
  readonly spender: EvmAddress;
}

const token = z.object({ address });

const quote = z.object({
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
  estimate: z.object({
    toAmount: positiveDigits,
    toAmountMin: digits,
    approvalAddress: address,
    executionDuration: duration,
  }),
  includedSteps: z.array(z.object({ tool: bridgeName })).catch([]),
  transactionRequest: z.object({ to: address, chainId, data: hexData, value: quantity }),
});

/**
 * The quote holds its transaction; both are for what was asked, as far as the quote says what it is
 * for.
 */
export function readQuote(ask: Ask, body: unknown): RailOutcome<LifiQuote> {
  const { tool, action, estimate, includedSteps, transactionRequest } = readBody(
    quote,
    body,
    'lifi',
    'quote',
  );
  const mismatch = echoMismatch(
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
  if (mismatch !== null)
    return refuse('NO_ROUTE', `lifi answers for ${mismatch} than was asked for`);

  const { value: value, ...tx } = transactionRequest;
  const coinFee = flatFeeOf(ask, value);
  if (coinFee === null)
    return refuse('NO_ROUTE', 'lifi would send less of the coin than the amount');
  return answer({
    priced: {
      output: estimate.toAmount,
      minOutput: estimate.toAmountMin,
      durationSec: estimate.executionDuration,
      bridge: tool ?? 'lifi',
      via: includedSteps.flatMap((step) => step.tool ?? []),
      expiresAtMs: null,
      coinFee,
    },
    tx: { ...tx, value },
    spender: estimate.approvalAddress,
  });
}
