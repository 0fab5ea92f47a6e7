import { answer, asAmount, type EvmAddress, evmAddress, type FirmQuote, isEvmAddressShape, type Order, type RailContext, type RailOutcome, refuse, showUnits, type Units } from '@interline/plugins';
import { agreedOutput } from '../offer/ask-of.ts';
import { laneEnds } from '../offer/lane-ends.ts';
import type { Ask } from '../upstream/upstream.ts';
import { slippageFor } from './slippage-for.ts';

/** An order at its quote's own charge, as a question to the engine. */
export function askOfOrder(
  { relayer }: RailContext,
  order: Order,
  quote: FirmQuote,
  fee: Units,
): RailOutcome<Ask> {
  const ends = laneEnds(order.lane);
  if (ends === null)
    return refuse('UNROUTABLE_LANE', 'the aggregators move between two EVM chains');
  if (order.amount !== quote.input)
    return refuse(
      'NO_ROUTE',
      `the quote is for ${showUnits(quote.input)}, the order for ${showUnits(order.amount)}`,
    );
  if (fee >= order.amount)
    return refuse('NO_ROUTE', `our charge of ${fee} leaves nothing of ${order.amount}`);
  const payer = evmParty(order.payer);
  const recipient = evmParty(order.recipient);
  if (payer === null || recipient === null)
    return refuse('NO_ROUTE', 'payer and recipient must be EVM addresses');
  const minOutput = agreedOutput(order);
  return answer({
    ...ends,
    from: order.from,
    to: order.to,
    units: asAmount(order.amount - fee),
    depositor: relayer,
    payer,
    recipient,
    slippage: slippageFor(order.slippage, quote.output, minOutput),
    minOutput,
  });
}

function evmParty(text: string): EvmAddress | null {
  return isEvmAddressShape(text) ? evmAddress(text) : null;
}
