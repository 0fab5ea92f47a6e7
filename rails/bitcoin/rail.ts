import {
  answer,
  asUnits,
  defineRail,
  nonEvmNodes,
  payoutSettings,
  payoutSide,
  type RailContext,
  type RailManifest,
  type RailPort,
} from '@interline/plugins';
import { outputScript } from './output-script.ts';
import { payoutBytes } from './payout-bytes.ts';

const chain = bitcoinChain();

const manifest: RailManifest = {
  id: 'bitcoin',
  api: '2.0.0',
  version: '0.1.0',
  title: 'Own bitcoin, paid out for what is pulled on an EVM chain',
  ways: ['bitcoin'],
  lanes: [{ from: 'eip155:*', to: chain, settles: 'firm' }],
  broadcast: 'opt-in',
  minOut: 'enforced',
  effects: 'real',
  capabilities: ['inventory'],
};

/**
 * Spread: what buying the coin back costs on an exchange. Margin: bitcoin moves about 8 bps in a
 * minute at a volatility of 60 % a year; 20 is more than two of those, for a quote of a minute.
 * Duration: one block until the payout is seen confirmed.
 */
const settings = payoutSettings({ spreadBps: 30, marginBps: 20, durationSec: 600 });

export const rail = defineRail({ manifest, settings, create: bitcoinRail });

/** Pays out on Bitcoin; a side of its own for deposits goes beside `payouts`, by lane. */
function bitcoinRail(context: RailContext, own: ReturnType<typeof settings.parse>): RailPort {
  const payouts = payoutSide(context, own, {
    rail: 'bitcoin',
    chain,
    payoutGas: ({ recipient }) => payoutBytes(outputScript(recipient)),
    async receive({ recipient }) {
      const { kind, dust } = outputScript(recipient);
      return answer({
        least: asUnits(dust),
        leastBecause: `the dust limit of ${kind === 'unknown' ? 'an output' : `a ${kind} output`}`,
      });
    },
  });
  return {
    manifest,
    offers: async (request, signal) => [await payouts.offer(request, signal)],
    plan: (order, quote, signal) => payouts.plan(order, quote, signal),
    // A plan of this rail has no step to track: the core sees its own payout on the chain.
    track: async () => ({ status: 'WAITING', stage: 'NOT_TRACKED' }),
    health: (signal) => payouts.health(signal),
  };
}

function bitcoinChain() {
  const found = nonEvmNodes.find((node) => node.wire === 'bitcoin');
  if (found === undefined) throw new Error('the mesh has no node bitcoin');
  return found.chain;
}
