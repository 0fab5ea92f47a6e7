import {
  answer,
  asUnits,
  defineRail,
  depositSettings,
  depositSide,
  nonEvmNodes,
  payoutSide,
  type QuoteRequest,
  type RailContext,
  type RailManifest,
  type RailPort,
} from '@interline/plugins';
import { outputScript } from './output-script.ts';
import { depositInput, payoutBytes } from './payout-bytes.ts';

const chain = bitcoinChain();

const manifest: RailManifest = {
  id: 'bitcoin',
  api: '2.2.0',
  version: '0.1.0',
  title: 'Own inventory between bitcoin and the EVM chains, both ways',
  ways: ['bitcoin'],
  lanes: [
    { from: 'eip155:*', to: chain, settles: 'firm' },
    { from: chain, to: 'eip155:*', settles: 'firm' },
  ],
  broadcast: 'opt-in',
  minOut: 'enforced',
  effects: 'real',
  capabilities: ['inventory'],
};

/**
 * Spread: the cost of buying the coin back on an exchange. Margin: bitcoin moves about 8 bps in a
 * minute at a volatility of 60 % a year, and 32 bps in the quarter of an hour for which a deposit
 * keeps its price; each margin is at least two of those. Duration: one block until a payout is seen
 * confirmed; after a deposit's last block the payout takes as long as any on an EVM chain.
 */
const settings = depositSettings({
  payout: { spreadBps: 30, marginBps: 20, durationSec: 600 },
  depositMarginBps: 65,
  depositDurationSec: 60,
});

export const rail = defineRail({ manifest, settings, create: bitcoinRail });

/** Pays out pulled money on Bitcoin, and Bitcoin deposits on EVM chains. */
function bitcoinRail(
  context: RailContext,
  { depositMarginBps, depositDurationSec, ...own }: ReturnType<typeof settings.parse>,
): RailPort {
  const deposited = { ...own, marginBps: depositMarginBps, durationSec: depositDurationSec };
  const deposits = depositSide(context, deposited, {
    rail: 'bitcoin',
    chain,
    confirmationSec: 600,
    spendGas: depositInput,
    sendBack: { gas: payoutBytes(outputScript(null)), least: asUnits(outputScript(null).dust) },
  });
  const sideOf = ({ lane }: Pick<QuoteRequest, 'lane'>) =>
    lane.from === chain ? deposits : payouts;
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
    offers: async (request, signal) => [await sideOf(request).offer(request, signal)],
    plan: (order, quote, signal) => sideOf(order).plan(order, quote, signal),
    // A plan of this rail has no step to track: the core sees deposits and its payouts on the
    // chains.
    track: async () => ({ status: 'WAITING', stage: 'NOT_TRACKED' }),
    health: (signal) => payouts.health(signal),
  };
}

function bitcoinChain() {
  const found = nonEvmNodes.find((node) => node.wire === 'bitcoin');
  if (found === undefined) throw new Error('the mesh has no node bitcoin');
  return found.chain;
}
