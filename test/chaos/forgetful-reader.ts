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
      async transactionsOf(routeId) {
        const transactions = await reads.transactions.transactionsOf(routeId);
        if (denied.has(routeId) || !transactions.some((one) => one.purpose === 'payout'))
          return transactions;
        denied.add(routeId);
        return transactions.filter((one) => one.purpose !== 'payout');
      },
    },
  };
}
