import {
  type Amount,
  asAmount,
  answer,
  type FirmQuote,
  type Order,
  type Plan,
  type PlanStep,
  type RailOutcome,
  refuse,
} from '@interline/plugins';
import {
  readOutcome,
  type ScriptedOutcome,
  scriptedOutcomes,
  transferRef,
} from './simulated-transfer.ts';

const pollMs = 1_000;

/**
 * Pulls and sends nothing: the steps only wait, as the outcome in `quote.memo.outcome` (set by the
 * core) asks.
 */
export function planTransfer(
  order: Order,
  quote: FirmQuote,
  nowMs: number,
  lifecycleMs: number,
): RailOutcome<Plan> {
  if (quote.output < order.minOutput)
    return refuse(
      'BELOW_AGREED_OUTPUT',
      `output ${quote.output} is below the agreed ${order.minOutput}`,
    );
  const outcome = readOutcome(quote.memo['outcome']);
  if (outcome === null)
    return refuse(
      'BAD_REQUEST',
      `the sandbox plays ${scriptedOutcomes.join(', ')} and nothing else`,
    );
  return answer({
    pullTo: 'none',
    keeps: 'durable',
    charges: [],
    output: quote.output,
    fee: quote.fee,
    steps: stepsFor(
      outcome,
      order,
      asAmount(quote.output),
      transferRef(order, outcome, nowMs, lifecycleMs),
    ),
  });
}

function stepsFor(
  outcome: ScriptedOutcome,
  order: Order,
  output: Amount,
  ref: ReturnType<typeof transferRef>,
): readonly PlanStep[] {
  const track: PlanStep = { kind: 'track', ref, pollMs };
  switch (outcome) {
    case 'done':
    case 'failed':
      return [track];
    case 'funds-required':
      return [
        {
          kind: 'await-funds',
          chain: order.lane.to,
          address: 'sandbox-float',
          units: output,
          ref,
        },
        track,
      ];
    case 'awaiting-deposit':
      return [
        {
          kind: 'await-deposit',
          chain: order.lane.from,
          address: 'sandbox-deposit',
          units: order.amount,
          ref,
        },
        track,
      ];
  }
}
