import {
  type ChainRef,
  maxGasCost,
  msUntilReset,
  type Plan,
  RelayError,
  utcDay,
} from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import {
  engineRevertBudget,
  payerRevertBudget,
  type TransactionReads,
} from '../../transactions/index.ts';
import { inCoinOn } from '../../switches/index.ts';
import type { TransferPorts } from '../ports.ts';
import { Crowded, endsWithinMs } from './left-today.ts';

/** Whose calls, and where. */
export interface Calling {
  readonly chain: ChainRef;
  readonly payer: string;
  readonly engine: string;
}

/**
 * An engine's call may pass every simulation and revert in a block, at up to three million gas of
 * ours, so what that costs in a day has a limit for the engine and for the payer on each chain. The
 * calls under way count as if all were to revert, and so does the next one, by `worstCost`: zero
 * where it is not prepared yet. It may go beyond what is left only alone, on a day of which nothing
 * is spent: at high fees none would fit otherwise. Throws `BUDGET_SPENT`, as `Crowded` where waiting
 * may help.
 */
export async function checkCallBudgets(
  { clock, policy }: Pick<TransferPorts, 'clock' | 'policy'>,
  reads: { readonly transactions: Pick<TransactionReads, 'spentOfEach' | 'openCalls'> },
  { chain, payer, engine }: Calling,
  worstCost = 0n,
): Promise<void> {
  const day = utcDay(clock.now());
  const retryAfterMs = msUntilReset(clock.now());
  const open = await reads.transactions.openCalls(chain, { engine, payer });
  const scopes = [
    {
      who: `calls of the engine ${engine}`,
      budget: engineRevertBudget(chain, engine),
      limit: inCoinOn(policy, policy.engineRevertBudget, chain),
      underWay: open.ofEngine,
    },
    {
      who: `calls for the payer ${payer}`,
      budget: payerRevertBudget(chain, payer, 'call-revert'),
      limit: inCoinOn(policy, policy.payerRevertBudget, chain),
      underWay: open.ofPayer,
    },
  ];
  const spentOf = await reads.transactions.spentOfEach(
    scopes.map(({ budget }) => budget),
    day,
  );
  for (const [at, { who, limit, underWay }] of scopes.entries()) {
    const spent = spentOf[at] ?? 0n;
    if (spent >= limit)
      throw new RelayError(
        'BUDGET_SPENT',
        { retryAfterMs },
        `${who} are paused on ${chain} until 0:00 UTC: too many reverted and the relayer paid their gas; try another engine, or tomorrow`,
      );
    if (spent > 0n && spent + worstCost > limit)
      throw new RelayError(
        'BUDGET_SPENT',
        { retryAfterMs },
        `one more of the ${who} on ${chain} could cost more than what is left of their budget until 0:00 UTC; try another engine, or when gas is cheaper`,
      );
    if (underWay > 0n && spent + underWay + worstCost > limit)
      throw new Crowded(
        'BUDGET_SPENT',
        { retryAfterMs: endsWithinMs },
        `as many ${who} are under way on ${chain} as the relayer could pay for today, were they to revert; try again when they are over, or another engine`,
      );
  }
}

/** Whether the budgets of calls bind the plan. */
export function hasCalls({ steps }: Pick<Plan, 'steps'>): boolean {
  return steps.some(({ kind }) => kind === 'call' || kind === 'deposit');
}

/** The most that the calls among them cost in the next block. */
export function worstOfCalls(prepared: readonly Prepared[]): bigint {
  return prepared
    .filter(({ purpose }) => purpose === 'call')
    .reduce((sum, { tx, nextBlockCost }) => sum + (nextBlockCost ?? maxGasCost(tx)), 0n);
}
