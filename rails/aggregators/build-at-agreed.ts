import {
  answer,
  type Askers,
  type RailOutcome,
  type Refusal,
  refuse,
  showUnits,
} from '@interline/plugins';
import { slippageFor } from './ask-of.ts';
import type { Engine } from './engine/engine.ts';
import { withinDeadline } from './engine/within-deadline.ts';
import type { AggregatorSetup } from './setup.ts';
import type { Ask, Built, UpstreamApi } from './upstream/upstream.ts';

export interface BuiltAsk {
  readonly ask: Ask;
  readonly built: Built;
}

/**
 * A transaction that promises at least the agreed minimum. An engine that expects enough but
 * promises less is asked once more, with the slippage that closes the gap.
 */
export async function buildAtAgreed(
  setup: AggregatorSetup,
  engine: Engine,
  ask: Ask,
  askedBy: Askers,
): Promise<RailOutcome<BuiltAsk>> {
  const api = engine.apis.build(askedBy);
  const first = await build(setup, engine, ask, api);
  if (!first.ok) return first;
  const tight: Ask = {
    ...ask,
    slippage: slippageFor(ask.slippage, first.value.output, ask.minOutput),
  };
  if (fallsShort(first.value, ask) === null || tight.slippage === ask.slippage)
    return judged(ask, first.value);
  const second = await build(setup, engine, tight, api);
  return second.ok ? judged(tight, second.value) : second;
}

function build(
  { context: { clock }, settings }: AggregatorSetup,
  { upstream }: Engine,
  ask: Ask,
  api: UpstreamApi,
): Promise<RailOutcome<Built>> {
  const terms = { clock, deadlineMs: settings.buildDeadlineMs, engine: upstream.name };
  return withinDeadline(terms, (signal) => upstream.build(ask, api, signal));
}

function judged(ask: Ask, built: Built): RailOutcome<BuiltAsk> {
  return fallsShort(built, ask) ?? answer({ ask, built });
}

function fallsShort({ output, minOutput }: Built, { minOutput: agreed }: Ask): Refusal | null {
  if (agreed === null || minOutput >= agreed) return null;
  return output < agreed
    ? refuse(
        'BELOW_AGREED_OUTPUT',
        `output ${showUnits(output)} is below the agreed ${showUnits(agreed)}`,
      )
    : refuse(
        'BELOW_AGREED_OUTPUT',
        `the least promised, ${showUnits(minOutput)}, is below the agreed ${showUnits(agreed)}`,
      );
}
