import {
  answer,
  asAmount,
  type QuoteRequest,
  type RailOutcome,
  type Refusal,
  refuse,
  type Units,
} from '@interline/plugins';
import { withinDeadline } from '../client/within-deadline.ts';
import type { Engine } from '../engine/engine.ts';
import { type Charge, chargeOf, leastAmountFor } from '../fee/charge.ts';
import type { FeeFacts } from '../fee/fee-facts.ts';
import { gasPartOf } from '../fee/gas-part.ts';
import type { AggregatorSetup } from '../setup.ts';
import type { Priced } from '../upstream/upstream.ts';
import { askOf } from './ask-of.ts';
import type { LaneEnds } from './lane-ends.ts';
import { questionKey } from './question-key.ts';

export interface PricedTransfer {
  readonly priced: Priced;
  readonly charge: Charge;
}

/**
 * An engine's flat fee is known only with its price, so a charge that fell short of it is set anew
 * once.
 */
const maxRounds = 2;

/** What an engine delivers for what is left of the amount after our charge. */
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
  const chargeWith = async (feeWei: Units): Promise<Charge> => {
    const gasPart = await gasPartOf(
      setup.context,
      request.from,
      facts,
      { callGas: traits.callGas, feeWei },
      signal,
    );
    return chargeOf(request.amount, standardFeeBps, gasPart);
  };

  let charge = await chargeWith(flatFees.lastSeen(name, ends.fromChainId));
  for (let round = 1; round <= maxRounds; round += 1) {
    if (charge.fee >= request.amount) return nothingLeft(setup, request, charge);
    const outcome = await priceOf(setup, engine, request, ends, charge, signal);
    if (!outcome.ok) return inWholeAmounts(setup, outcome, charge);
    flatFees.see(name, ends.fromChainId, outcome.value.feeWei);
    const wanted = await chargeWith(outcome.value.feeWei);
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
        upstream.price(ask, apis.price(request.askedBy ?? null), flight),
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

/** An engine's least input is what it wants to get; the client's must cover our charge as well. */
function inWholeAmounts(
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
