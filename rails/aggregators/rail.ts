import {
  defineRail,
  type Health,
  type RailContext,
  type RailManifest,
  type RailPort,
} from '@interline/plugins';
import { estimateLanes } from './estimate/estimate-lanes.ts';
import { examineEngine } from './examine-engine.ts';
import { offerTransfers } from './offer-transfers.ts';
import { planTransfer } from './plan-transfer.ts';
import { recallTransfer } from './recall-transfer.ts';
import { type AggregatorSettings, settingsFor } from './settings.ts';
import { type AggregatorSetup, setupOf } from './setup.ts';
import { trackTransfer } from './track-transfer.ts';
import type { Upstream } from './upstream/upstream.ts';
import { upstreams } from './upstream/upstreams.ts';

export const rail = defineRail({
  manifest: manifestOf(upstreams),
  settings: settingsFor(upstreams),
  create: (context, settings) => aggregatorsRail(upstreams, context, settings),
});

/** The rail over these engines; tests pass their own. */
export function aggregatorsRail(
  upstreams: readonly Upstream[],
  context: RailContext,
  settings: AggregatorSettings,
): RailPort {
  const setup = setupOf(upstreams, context, settings);
  return {
    manifest: manifestOf(upstreams),
    offers: (request, signal) => offerTransfers(setup, request, signal),
    plan: (order, quote, signal) => planTransfer(setup, order, quote, signal),
    track: (ref, signal) => trackTransfer(setup, ref, signal),
    recall: (order, ref, signal) => recallTransfer(setup, order, ref, signal),
    health: async () => enginesHealth(setup),
    examine: (way, signal) => examineEngine(setup, way, signal),
  };
}

function manifestOf(engines: readonly Upstream[]): RailManifest {
  return {
    id: 'aggregators',
    api: '2.0.0',
    version: '0.1.0',
    title: 'Third-party bridge engines, one way each',
    ways: engines.map(({ name }) => name),
    lanes: [...estimateLanes(engines), { from: 'eip155:*', to: 'eip155:*', settles: 'firm' }],
    broadcast: 'by-default',
    minOut: 'passed-on',
    effects: 'real',
    capabilities: [],
  };
}

/** Up while at least one engine can be asked; reports each engine's state. Sends no request. */
function enginesHealth({ engines }: Pick<AggregatorSetup, 'engines'>): Health {
  const enabled = engines.filter(({ isEnabled }) => isEnabled);
  if (enabled.length === 0) return { isUp: false, reason: 'every engine is switched off' };
  const all = enabled.map((engine) => ({ name: engine.upstream.name, health: engine.health() }));
  const ways = Object.fromEntries(all.map(({ name, health }) => [name, health]));
  const notAsked = all.filter(({ health }) => health.state !== 'open').map(({ name }) => name);
  const isUp = notAsked.length < enabled.length;
  return notAsked.length === 0
    ? { isUp, ways }
    : { isUp, reason: `not asked now: ${notAsked.join(', ')}`, ways };
}
