import {
  asUnits,
  defineRail,
  isNative,
  nonEvmNodes,
  noUnits,
  payoutSettings,
  payoutSide,
  type RailContext,
  type RailManifest,
  type RailPort,
} from '@interline/plugins';
import { receiveOnStellar } from './receive-on-stellar.ts';

const chain = stellarChain();

/**
 * One base reserve of 0.5 XLM: the account that creates a claimable balance sponsors its entry
 * until the recipient claims it, which may never happen (CAP-23). It is charged whenever a
 * claimable balance is allowed, since a recipient may remove its trustline after the quote.
 */
const claimableReserve = asUnits(5_000_000n);

const manifest: RailManifest = {
  id: 'stellar',
  api: '2.1.0',
  version: '0.1.0',
  title: 'Own USDC and XLM on Stellar, paid out for what is pulled on an EVM chain',
  ways: ['stellar'],
  lanes: [{ from: 'eip155:*', to: chain, settles: 'firm' }],
  broadcast: 'opt-in',
  minOut: 'enforced',
  effects: 'real',
  capabilities: ['inventory'],
};

/**
 * Spread: the cost of buying the coin back on an exchange. Margin: the lumen moves about 14 bps in
 * a minute at a volatility of 100 % a year; 30 is two of those, for a quote of a minute. Duration:
 * the pull on the source, then one ledger of 5 s.
 */
const settings = payoutSettings({ spreadBps: 30, marginBps: 30, durationSec: 20 });

export const rail = defineRail({ manifest, settings, create: stellarRail });

function stellarRail(context: RailContext, own: ReturnType<typeof settings.parse>): RailPort {
  const payouts = payoutSide(context, own, {
    rail: 'stellar',
    chain,
    // Its operation, and the fee bump around it.
    payoutGas: () => 2n,
    payoutLocks: ({ to, claimable }) =>
      claimable === true && !isNative(to) ? claimableReserve : noUnits,
    isRefusable: true,
    receive: (request, signal) => receiveOnStellar(context.facts, request, signal),
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

function stellarChain() {
  const found = nonEvmNodes.find((node) => node.wire === 'stellar');
  if (found === undefined) throw new Error('the mesh has no node stellar');
  return found.chain;
}
