import { evmNodes, type Health, isNative, type TokenRef } from '@interline/plugins';
import { capOf } from './cap-now.ts';
import type { LaneSetup } from './lane-setup.ts';

/**
 * Up when one pair of tokens at least can be served; reads floats one by one until it found that
 * pair.
 */
export async function laneHealth(
  { context, inventory }: LaneSetup,
  signal: AbortSignal,
): Promise<Health> {
  const tokens = evmNodes
    .filter(({ chain }) => inventory.serves(chain) && context.chains.isUp(chain))
    .flatMap(({ chain }) => context.tokens.on(chain));
  const destinations = tokens.filter((to) => tokens.some((from) => isPair(from, to)));
  if (destinations.length === 0)
    return { isUp: false, reason: 'no two chains that answer hold inventory of one asset' };

  for (const to of destinations) {
    if (capOf(await inventory.free(to, signal)) > 0n) return { isUp: true };
  }
  return { isUp: false, reason: 'every float is empty' };
}

function isPair(from: TokenRef, to: TokenRef): boolean {
  return from.chain !== to.chain && from.asset === to.asset && !isNative(from);
}
