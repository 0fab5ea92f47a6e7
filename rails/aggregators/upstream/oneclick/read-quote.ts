import { type EvmAddress, noUnits } from '@interline/plugins';
import { z } from 'zod';
import { address, digits, duration, moment, positiveDigits, word } from '../../wire/fields.ts';
import { engineFault } from '../../wire/engine-fault.ts';
import { quoteKnownBy } from '../../wire/compare-shape.ts';
import { readBody } from '../../wire/read-body.ts';
import type { Ask, Priced } from '../upstream.ts';
import { assertRepeated, type QuoteTerms, quoteTerms } from './request.ts';
import { isSignedBy } from './signed-quote.ts';

export interface OneclickQuote {
  readonly priced: Priced;
  readonly deposit: Deposit;
}

export interface Deposit {
  /** Null in a dry run. */
  readonly address: EvmAddress | null;
  readonly hasMemo: boolean;
  /**
   * 1Click's signature over this address and these terms, worth keeping for a dispute; null without
   * one.
   */
  readonly signature: string | null;
}

const quoteBody = z.object({
  signature: word.nullish().catch(null),
  quoteRequest: z.record(z.string(), z.unknown()),
  quote: z.object({
    depositAddress: address.nullish(),
    depositMemo: z.unknown().optional(),
    amountIn: positiveDigits,
    amountOut: positiveDigits,
    minAmountOut: digits,
    deadline: moment.nullish(),
    timeEstimate: duration,
  }),
});

/** Beside it, the members of recorded quotes that nothing here needs. */
export const knownQuote = quoteKnownBy(
  quoteBody,
  `
  correlationId quote.amountInFormatted quote.amountInUsd quote.amountOutFormatted
  quote.amountOutUsd quote.minAmountIn quote.refundFee quote.withdrawFee timestamp
  `,
);

/** The response, compared with the request. */
export function readQuote(
  ask: Ask,
  terms: QuoteTerms,
  body: unknown,
  signer: string | null,
): OneclickQuote {
  const { signature, quoteRequest, quote } = readBody(quoteBody, body, 'oneclick', 'quote');
  assertRepeated(quoteTerms(ask, terms), quoteRequest);
  if (quote.amountIn !== ask.units)
    throw engineFault('oneclick', 'quote', 'oneclick wants another amount than asked');
  return {
    priced: {
      output: quote.amountOut,
      minOutput: quote.minAmountOut,
      durationSec: quote.timeEstimate,
      bridge: 'oneclick',
      via: ['oneclick'],
      expiresAtMs: quote.deadline ?? null,
      coinFee: noUnits,
    },
    deposit: {
      address: quote.depositAddress ?? null,
      hasMemo: (quote.depositMemo ?? null) !== null,
      signature:
        terms.step === 'build' && signer !== null && isSignedBy(signer, body)
          ? (signature ?? null)
          : null,
    },
  };
}
