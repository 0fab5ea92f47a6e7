import { type Health, pricedRail, type RailContext } from '@interline/plugins';
import { landOnSolana, readsOf } from './land-on-solana.ts';

export const rail = pricedRail({
  id: 'solana',
  title: 'Solana, priced from market prices and never settled',
  lanes: [
    { from: 'eip155:*', to: 'solana:*' },
    { from: 'solana:*', to: 'eip155:*' },
    { from: 'bip122:*', to: 'solana:*' },
    { from: 'solana:*', to: 'bip122:*' },
  ],
  // Solana is final within seconds; a Bitcoin side takes a block.
  durationSec: 60,
  land: landOnSolana,
  health,
});

/** Prices need no RPC node, but a configured one must answer. */
async function health(context: RailContext, signal: AbortSignal): Promise<Health> {
  const reads = readsOf(context);
  if (reads === null) return { isUp: true, reason: 'no Solana RPC node is configured' };
  return reads.facts.heightOf(reads.chain, signal).then(
    () => ({ isUp: true }),
    () => ({ isUp: false, reason: 'the Solana RPC node does not answer' }),
  );
}
