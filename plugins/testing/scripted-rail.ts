import {
  answer,
  type FirmQuote,
  type JsonObject,
  matchLane,
  type Offer,
  type Order,
  type Plan,
  type PlanStep,
  type Progress,
  type Quote,
  type QuoteRequest,
  type RailOutcome,
  refuse,
} from '@interline/kernel';
import type { Health, RailManifest, RailPort } from '@interline/ports';
import type { RailStep } from '../guard/guard-settings.ts';
import { scriptedManifest } from './scripted-manifest.ts';
import { scriptedQuote } from './scripted-quote.ts';
import { scriptedSteps } from './scripted-steps.ts';

/**
 * A test's script for a rail. Everything has a default; the default rail prices one to one at 8 bps
 * and ends DONE.
 */
export interface RailScript {
  readonly manifest?: Partial<RailManifest>;
  readonly quote?: (request: QuoteRequest, way: string) => RailOutcome<Quote>;
  readonly steps?: (order: Order, quote: FirmQuote) => readonly PlanStep[];
  /** Parts of the plan beside its steps. */
  readonly plan?: Partial<Omit<Plan, 'steps'>>;
  readonly refusePlan?: (order: Order, quote: FirmQuote) => RailOutcome<Plan> | null;
  /** The answers of `track` for each ref, in order; the last is repeated. */
  readonly progress?: readonly Progress[];
  readonly health?: Health;
  /** Runs before every answer: throw to cause a fault, wait to be slow. */
  readonly before?: (step: RailStep, signal: AbortSignal) => Promise<void>;
}

export interface ScriptedRail extends RailPort {
  /** The steps that were asked, in order. */
  readonly asked: readonly RailStep[];
}

const twoStages: readonly Progress[] = [
  { status: 'BRIDGING', stage: 'SENDING' },
  { status: 'DONE', stage: 'DELIVERED' },
];

/**
 * The kit's test rail: it follows the contract, answers from the script, and has no side effects.
 */
export function scriptedRail(script: RailScript = {}): ScriptedRail {
  const manifest = scriptedManifest(script.manifest);
  const progress = script.progress ?? twoStages;
  const told = new Map<string, number>();
  const asked: RailStep[] = [];
  const enter = async (step: RailStep, signal: AbortSignal): Promise<void> => {
    asked.push(step);
    await script.before?.(step, signal);
  };

  return {
    manifest,
    asked,
    async offers(request, signal): Promise<readonly Offer[]> {
      await enter('offers', signal);
      return manifest.ways.map((way) => ({
        rail: way,
        outcome: priceWay(script, manifest, request, way),
      }));
    },
    async plan(order, quote, signal): Promise<RailOutcome<Plan>> {
      await enter('plan', signal);
      return script.refusePlan?.(order, quote) ?? planOrder(script, manifest, order, quote);
    },
    async track(ref: JsonObject, signal): Promise<Progress> {
      await enter('track', signal);
      const key = JSON.stringify(ref);
      const turn = told.get(key) ?? 0;
      told.set(key, turn + 1);
      return (
        progress[Math.min(turn, progress.length - 1)] ?? { status: 'DONE', stage: 'DELIVERED' }
      );
    },
    async health(signal): Promise<Health> {
      await enter('health', signal);
      return script.health ?? { isUp: true };
    },
  };
}

function priceWay(
  script: RailScript,
  manifest: RailManifest,
  request: QuoteRequest,
  way: string,
): RailOutcome<Quote> {
  if (script.quote !== undefined) return script.quote(request, way);
  const lane = matchLane(manifest.lanes, request.lane);
  if (lane === null)
    return refuse(
      'UNROUTABLE_LANE',
      `${way} does not serve ${request.lane.from} to ${request.lane.to}`,
    );
  const {
    expiresAtMs: _expiresAtMs,
    memo: _memo,
    ...quote
  } = scriptedQuote(request, { rail: way });
  return answer(
    lane.settles === 'firm'
      ? scriptedQuote(request, { rail: way })
      : { ...quote, kind: 'indicative', reason: lane.reason ?? 'priced only' },
  );
}

function planOrder(
  script: RailScript,
  manifest: RailManifest,
  order: Order,
  quote: FirmQuote,
): RailOutcome<Plan> {
  const output = script.plan?.output ?? quote.output;
  if (manifest.minOut === 'enforced' && output < order.minOutput) {
    return refuse('BELOW_AGREED_OUTPUT', `output ${output} is below the agreed ${order.minOutput}`);
  }
  const steps = script.steps?.(order, quote) ?? [scriptedSteps.track()];
  return answer({
    pullTo: 'spender',
    fee: quote.fee,
    keeps: 'durable',
    charges: [],
    ...script.plan,
    output,
    steps,
  });
}
