import { inCoinOn, type Policy } from '@interline/core/switches';
import { revertBudget, type TransactionReads } from '@interline/core/transactions';
import { utcDay, type ChainRef } from '@interline/kernel';
import type { Clock } from '@interline/ports';
import { Gauge } from 'prom-client';
import type { Meters } from './meters.ts';

interface BudgetParts {
  readonly reader: { readonly transactions: Pick<TransactionReads, 'spent'> };
  readonly chains: readonly ChainRef[];
  readonly policy: Pick<Policy, 'revertBudget' | 'etherWorth'>;
  readonly clock: Pick<Clock, 'now'>;
}

const kinds = ['revert', 'payout-revert'] as const;

/** How much of today's budgets for the gas of reverts is used, by chain; from 1 on, nothing starts. */
export function watchBudgets(
  { registry }: Pick<Meters, 'registry'>,
  { reader, chains, policy, clock }: BudgetParts,
): void {
  new Gauge({
    name: 'interline_gas_budget_used_ratio',
    help: "Share of the day's budget for the gas of reverts that is used, by chain and kind.",
    labelNames: ['chain', 'kind'],
    registers: [registry],
    async collect() {
      const day = utcDay(clock.now());
      for (const chain of chains)
        for (const kind of kinds) {
          const spent = await reader.transactions.spent(revertBudget(chain, kind), day);
          const limit = inCoinOn(policy, policy.revertBudget, chain);
          // A gauge is a floating-point number, and no decision depends on it.
          this.set({ chain, kind }, limit === 0n ? 1 : Number(spent) / Number(limit));
        }
    },
  });
}
