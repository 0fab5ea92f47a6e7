import {
  answer,
  type EvmAddress,
  isNative,
  noUnits,
  type RailOutcome,
  refuse,
} from '@interline/plugins';
import { z } from 'zod';
import { type Echo, echoMismatch } from '../../wire/echo-mismatch.ts';
import { flatFeeOf } from '../../wire/native-coin.ts';
import {
  address,
  bridgeName,
  chainId,
  digits,
  duration,
  hexData,
  moment,
  positiveDigits,
  quantity,
} from '../../wire/fields.ts';
import { readBody } from '../../wire/read-body.ts';
import type { Ask, BuiltCall, Priced, UpstreamAnswer } from '../upstream.ts';
import { refusalOf } from './errors.ts';
import { acrossCoin } from './request.ts';

export interface AcrossQuote {
  readonly priced: Priced;
  readonly tx: Pick<BuiltCall, 'chainId' | 'to' | 'data' | 'value'>;
  /** Who would pull the token; of no use for a native source. */
  readonly spender: EvmAddress;
}

const token = z.object({ address, chainId });

const quote = z.object({
  inputToken: token,
  outputToken: token,
  inputAmount: positiveDigits,
  expectedOutputAmount: positiveDigits,
  minOutputAmount: digits,
  expectedFillTime: duration,
  quoteExpiryTimestamp: moment.nullish(),
  steps: z.object({ bridge: z.object({ provider: bridgeName }) }).nullish(),
  checks: z.object({ allowance: z.object({ spender: address }) }),
  swapTx: z.object({ chainId, to: address, data: hexData, value: quantity.nullish() }),
});

export function readQuote(answered: UpstreamAnswer, ask: Ask): RailOutcome<AcrossQuote> {
  const refused = refusalOf(answered);
  if (refused !== null) return refused;

  const said = readBody(quote, answered.body, 'across', 'quote');
  const mismatch = echoMismatch(ask, echoOf(said, ask), acrossCoin);
  if (mismatch !== null)
    return refuse('NO_ROUTE', `across answers for ${mismatch} than was asked for`);
  if (said.minOutputAmount > said.expectedOutputAmount)
    return refuse('NO_ROUTE', 'across promises more than it expects');

  const { value: carried, ...tx } = said.swapTx;
  const value = carried ?? noUnits;
  const coinFee = flatFeeOf(ask, value);
  if (coinFee === null)
    return refuse('NO_ROUTE', 'across would send less of the coin than the amount');
  return answer({
    priced: {
      output: said.expectedOutputAmount,
      minOutput: said.minOutputAmount,
      durationSec: said.expectedFillTime,
      bridge: said.steps?.bridge.provider ?? 'across',
      via: [],
      expiresAtMs: said.quoteExpiryTimestamp ?? null,
      coinFee,
    },
    tx: { ...tx, value },
    spender: said.checks.allowance.spender,
  });
}

/** Across may name a coin as its wrapped token, so its address says nothing. */
function echoOf({ inputToken, outputToken, inputAmount }: z.output<typeof quote>, ask: Ask): Echo {
  return {
    fromChainId: inputToken.chainId,
    toChainId: outputToken.chainId,
    units: inputAmount,
    ...(isNative(ask.from) ? {} : { from: inputToken.address }),
    ...(isNative(ask.to) ? {} : { to: outputToken.address }),
  };
}
