import type { Reads } from '@interline/core';

/**
 * A reader that denies each route's first payout once, so that the money path pays again: what a
 * run must never let pass.
 */
export function forgetfulReader(reads: Reads): Reads {
  const denied = new Set<string>();
  return {
    ...reads,
    transactions: {
      ...reads.transactions,
      async effectsOf(routeId) {
        const effects = await reads.transactions.effectsOf(routeId);
        if (denied.has(routeId) || !effects.some((one) => one.purpose === 'payout')) return effects;
        denied.add(routeId);
        return effects.filter((one) => one.purpose !== 'payout');
      },
    },
  };
}
