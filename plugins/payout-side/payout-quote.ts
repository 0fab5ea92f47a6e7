import {
  effectiveBps,
  type FirmQuote,
  type JsonObject,
  type QuoteRequest,
} from '@interline/kernel';
import type { RailContext } from '../rail-context.ts';
import type { PayoutFacts } from './payout-facts.ts';
import { writePayoutMemo } from './payout-memo.ts';
import type { PayoutSettings } from './payout-settings.ts';
import type { PayoutPrice } from './price-payout.ts';

/** The common fields of every quote from own inventory. */
export function payoutQuote(
  { context, settings, rail }: QuotingSide,
  { amount }: Pick<QuoteRequest, 'amount'>,
  { fee, output }: PayoutPrice,
): Omit<FirmQuote, 'durationSec' | 'note'> {
  return {
    kind: 'firm',
    rail,
    bridge: rail,
    via: [rail],
    input: amount,
    output,
    // Own inventory pays out exactly what it quotes.
    minOutput: output,
    fee,
    expiresAtMs: context.clock.now() + settings.quoteLifeSec * 1_000,
    memo: writePayoutMemo({ fee, output }),
  };
}

interface QuotingSide {
  readonly context: RailContext;
  readonly settings: PayoutSettings;
  readonly rail: string;
}

/** The rail's own figures beside its quote. */
export function payoutBlock(
  { amount }: Pick<QuoteRequest, 'amount'>,
  { terms, capNow, free }: PayoutFacts,
  { fee }: PayoutPrice,
): JsonObject {
  return {
    fee: fee.toString(),
    effectiveFeeBps: effectiveBps(fee, amount),
    gas: terms.gas.toString(),
    marketLessBps: terms.offBps,
    capNow: capNow.toString(),
    destFloat: free.toString(),
  };
}
