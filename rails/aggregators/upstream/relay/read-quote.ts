import { z } from 'zod';
import { assertAskedFor } from '../../wire/asked-for.ts';
import { address, chainId, digits, duration, positiveDigits } from '../../wire/fields.ts';
import { quoteKnownBy } from '../../wire/compare-shape.ts';
import { readBody } from '../../wire/read-body.ts';
import type { Ask, Priced } from '../upstream.ts';
import { relayCoin } from './request.ts';
import { type Step, step } from './step.ts';

export interface RelayQuote {
  readonly priced: Omit<Priced, 'coinFee'>;
  /** Steps with items, in order. */
  readonly steps: readonly Step[];
  /**
   * The id in the contract's calldata that the deposit pays for; null if the quote does not name
   * it.
   */
  readonly orderId: string | null;
}

const currency = z.object({ chainId, address });

const quoteBody = z.object({
  steps: z.array(step),
  details: z.object({
    sender: address,
    recipient: address,
    currencyIn: z.object({ currency, amount: positiveDigits }),
    currencyOut: z.object({ currency, amount: positiveDigits, minimumAmount: digits }),
    timeEstimate: duration,
  }),
  protocol: z.object({ v2: z.object({ orderId: z.string().nullish() }).nullish() }).nullish(),
});

/** Beside it, the members of recorded quotes that nothing here needs. */
export const knownQuote = quoteKnownBy(
  quoteBody,
  `
  breakdown details.currencyIn.amountFormatted details.currencyIn.amountUsd
  details.currencyIn.currency.decimals details.currencyIn.currency.metadata
  details.currencyIn.currency.name details.currencyIn.currency.symbol
  details.currencyIn.minimumAmount details.currencyOut.amountFormatted
  details.currencyOut.amountUsd details.currencyOut.currency.decimals
  details.currencyOut.currency.metadata details.currencyOut.currency.name
  details.currencyOut.currency.symbol details.expandedPriceImpact details.isFixedRate
  details.operation details.rate details.refundCurrency details.route details.slippageTolerance
  details.swapImpact details.totalImpact details.userBalance feeSponsorship fees
  protocol.v2.orderData protocol.v2.paymentDetails steps[].action steps[].depositAddress
  steps[].description steps[].items[].check.method steps[].items[].data.from
  steps[].items[].data.gas steps[].items[].data.maxFeePerGas
  steps[].items[].data.maxPriorityFeePerGas steps[].items[].status
  `,
);

/**
 * Relay stores the order under an id. The quote's statements about the order are checked here,
 * because the calldata does not contain them.
 */
export function readQuote(ask: Ask, body: unknown): RelayQuote {
  const { steps, details, protocol } = readBody(quoteBody, body, 'relay', 'quote');
  const { currencyIn, currencyOut } = details;
  assertAskedFor(
    'relay',
    ask,
    {
      fromChainId: currencyIn.currency.chainId,
      toChainId: currencyOut.currency.chainId,
      from: currencyIn.currency.address,
      to: currencyOut.currency.address,
      units: currencyIn.amount,
      depositor: details.sender,
      recipient: details.recipient,
    },
    relayCoin,
  );
  return {
    priced: {
      output: currencyOut.amount,
      minOutput: currencyOut.minimumAmount,
      durationSec: details.timeEstimate,
      bridge: 'relay',
      via: [],
      expiresAtMs: null,
    },
    steps: steps.filter(({ items }) => items.length > 0),
    orderId: protocol?.v2?.orderId?.toLowerCase() ?? null,
  };
}
