import {
  answer,
  asAmount,
  type QuoteRequest,
  type RailOutcome,
  type Refusal,
  refuse,
  type Units,
} from '@interline/plugins';
import { askOf, type LaneEnds } from './ask-of.ts';
import { type Charge, chargeOf, leastAmountFor, noCharge } from './charge.ts';
import type { Engine } from './engine/engine.ts';
import { withinDeadline } from './engine/within-deadline.ts';
import { type FeeFacts, gasPartOf } from './gas-part.ts';
import type { AggregatorSetup } from './setup.ts';
import type { Ask, Priced } from './upstream/upstream.ts';

export interface PricedTransfer {
  readonly priced: Priced;
  readonly charge: Charge;
}

/**
 * An engine states its flat fee with its price, so a charge that is too small is corrected once.
 */
const maxRounds = 2;

/** The engine's price for the amount after our charge, with that charge. */
export async function priceAfterCharge(
  setup: AggregatorSetup,
  engine: Engine,
  request: QuoteRequest,
  ends: LaneEnds,
  facts: FeeFacts,
  signal: AbortSignal,
): Promise<RailOutcome<PricedTransfer>> {
  const {
    context: { standardFeeBps },
    flatFees,
  } = setup;
  const { name, traits } = engine.upstream;
  const chargeWith = async (coinFee: Units): Promise<Charge> => {
    if (request.isOwn === true) return noCharge;
    const gasPart = await gasPartOf(
      setup.context,
      request,
      facts,
      { callGas: traits.callGas, coinFee },
      signal,
    );
    return chargeOf(request.amount, standardFeeBps, gasPart);
  };

  let charge = await chargeWith(flatFees.lastSeen(name, ends.fromChainId));
  for (let round = 1; round <= maxRounds; round += 1) {
    if (charge.fee >= request.amount) return nothingLeft(setup, request, charge);
    const outcome = await priceOf(setup, engine, request, ends, charge, signal);
    if (!outcome.ok) return withChargeOnTop(setup, outcome, charge);
    flatFees.see(name, ends.fromChainId, outcome.value.coinFee);
    const wanted = await chargeWith(outcome.value.coinFee);
    if (wanted.fee <= charge.fee) return answer({ priced: outcome.value, charge });
    charge = wanted;
  }
  return refuse('NO_ROUTE', `the flat fee of ${name} rises faster than it can be charged`);
}

function priceOf(
  { context, settings, prices }: AggregatorSetup,
  { upstream, apis }: Engine,
  request: QuoteRequest,
  ends: LaneEnds,
  charge: Charge,
  signal: AbortSignal,
): Promise<RailOutcome<Priced>> {
  const ask = askOf(context, request, ends, asAmount(request.amount - charge.fee));
  const terms = {
    clock: context.clock,
    deadlineMs: settings.engineDeadlineMs,
    engine: upstream.name,
  };
  return prices.price(
    questionKey(upstream.name, ask),
    () =>
      withinDeadline(terms, (flight) =>
        upstream.price(ask, apis.price(request.askedBy ?? []), flight),
      ),
    signal,
  );
}

function nothingLeft(
  { context }: AggregatorSetup,
  { amount }: QuoteRequest,
  { fee, gasPart }: Charge,
): Refusal {
  return refuse(
    'NO_ROUTE',
    `our charge of ${fee} leaves nothing of ${amount}`,
    minInput(leastAmountFor(1n, context.standardFeeBps, gasPart)),
  );
}

/** Raises the engine's minimum input by our charge, which the client's amount must cover too. */
function withChargeOnTop(
  { context }: AggregatorSetup,
  refusal: Refusal,
  { gasPart }: Charge,
): Refusal {
  const { code, reason } = refusal;
  return refusal.minInput === undefined
    ? refusal
    : refuse(
        code,
        reason,
        minInput(leastAmountFor(refusal.minInput, context.standardFeeBps, gasPart)),
      );
}

function minInput(least: Units | null): Pick<Refusal, 'minInput'> {
  return least === null ? {} : { minInput: least };
}

/** The cache key of one question to one engine: everything that can change the price. */
function questionKey(engine: string, ask: Ask): string {
  const {
    fromChainId,
    toChainId,
    from,
    to,
    units,
    depositor,
    payer,
    recipient,
    slippage,
    minOutput,
  } = ask;
  return [
    engine,
    fromChainId,
    toChainId,
    from.address,
    to.address,
    units,
    depositor,
    payer,
    recipient,
    slippage,
    minOutput ?? '-',
  ].join('|');
}
