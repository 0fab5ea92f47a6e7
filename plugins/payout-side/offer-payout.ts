import {
  chainInWords,
  answer,
  chainFamily,
  type FirmQuote,
  gasAheadOf,
  isNative,
  noUnits,
  type Offer,
  type QuoteRequest,
  type Refusal,
  refuse,
} from '@interline/kernel';
import { downChain } from '../down-chain.ts';
import { inventoryOf, noInventory } from '../rail-context.ts';
import { showUnits } from '../show-units.ts';
import { overExposed, type PayoutFacts, readPayoutFacts } from './payout-facts.ts';
import { frontsOf, type PayoutSetup, type Receivable } from './payout-chain.ts';
import { payoutBlock, payoutQuote } from './payout-quote.ts';
import { capFor, inputFor, type PayoutPrice, pricePayout } from './price-payout.ts';
import { unfunded } from './unfunded.ts';

/** The offer for a request; its block has the cap even if the amount is refused. */
export async function offerPayout(
  setup: PayoutSetup,
  request: QuoteRequest,
  signal: AbortSignal,
): Promise<Offer> {
  const { context, on, settings } = setup;
  const refused = (outcome: Refusal): Offer => ({ rail: on.rail, outcome });
  const unserved = unservedPair(setup, request);
  if (unserved !== null) return refused(unserved);
  const fronts = frontsOf(setup, request, gasAheadOf(request), noUnits);
  const [facts, receivable] = await Promise.all([
    readPayoutFacts(context, settings, request, fronts, signal),
    on.receive(request, signal),
  ]);
  if (!receivable.ok) return refused(receivable);
  // A chain that was not read for a while may turn out to be down only after a read.
  const down = downChain(setup.context, request);
  if (down !== null) return refused(down);
  if (!facts.ok) return refused(facts);
  const price = pricePayout(facts.value.terms, request.amount);
  const block = { ...payoutBlock(request, facts.value, price), ...receivable.value.block };
  const unfit = unfitAmount(setup, request, facts.value, price, receivable.value);
  if (unfit !== null) return { rail: on.rail, outcome: unfit, block };
  const quote = quoteOf(setup, request, facts.value, price, receivable.value);
  return { rail: on.rail, outcome: answer({ ...quote, fronts }), block };
}

function unservedPair(setup: PayoutSetup, request: QuoteRequest): Refusal | null {
  const { on, context } = setup;
  const { lane, from, to } = request;
  const inventory = inventoryOf(context);
  if (lane.to !== on.chain || chainFamily(lane.from) !== 'eip155')
    return refuse(
      'NO_ROUTE',
      `${on.rail} pays out on ${chainInWords(on.chain)} what comes from an EVM chain`,
    );
  const missing = [lane.from, lane.to].find((chain) => !inventory.serves(chain));
  if (missing !== undefined) return refuse('NO_ROUTE', noInventory(inventory, missing));
  if (isNative(from))
    return refuse(
      'NO_ROUTE',
      `${on.rail} cannot pull the native ${from.symbol} with a permit; send the wrapped token`,
    );
  if (!context.tokens.on(to.chain).some(({ address }) => address === to.address))
    return refuse('NO_ROUTE', `${on.rail} pays out listed tokens only; ${to.symbol} is not listed`);
  return downChain(setup.context, request);
}

function unfitAmount(
  { settings, on }: PayoutSetup,
  request: QuoteRequest,
  facts: PayoutFacts,
  { output }: PayoutPrice,
  { least, leastBecause }: Receivable,
): Refusal | null {
  if (output < least || output === 0n) {
    const minInput = inputFor(facts.terms, least);
    return refuse(
      'NO_ROUTE',
      `amount ${showUnits(request.amount)} would pay out ${showUnits(output)} after fee and gas; wanted at least ${showUnits(least)}, ${leastBecause}: send ${showUnits(minInput)} or more`,
      { minInput },
    );
  }
  const exposed = overExposed(settings, request, facts, output);
  if (output > facts.held)
    return unfunded(
      request.to,
      capFor(facts.terms, request.amount),
      exposed === null,
      facts.capNow,
    );
  if (request.amount > facts.capNow)
    return refuse(
      'INSUFFICIENT_FLOAT',
      `amount ${showUnits(request.amount)} is above capNow ${showUnits(facts.capNow)}, a quarter of the free float on ${chainInWords(on.chain)}`,
    );
  return exposed === null ? null : refuse('INSUFFICIENT_FLOAT', exposed);
}

function quoteOf(
  { context, settings, on }: PayoutSetup,
  request: QuoteRequest,
  { terms }: PayoutFacts,
  price: PayoutPrice,
  { least, note }: Receivable,
): FirmQuote {
  const { from, to } = request;
  const priced =
    from.asset === to.asset ? 'unit for unit' : `at the market less ${terms.offBps} bps`;
  const paid = `paid out of our own inventory, ${priced}; the fee includes the gas of both chains`;
  return {
    ...payoutQuote({ context, settings, rail: on.rail }, request, price),
    minInput: inputFor(terms, least),
    durationSec: settings.durationSec,
    note: note === undefined ? paid : `${paid}; ${note}`,
  };
}
