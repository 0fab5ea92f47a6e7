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

/** The engine and payer of the calls, and their chain. */
export interface Calling {
  readonly chain: ChainRef;
  readonly payer: string;
  readonly engine: string;
}

/**
 * Limits what reverted engine calls cost per day, for the engine and for the payer on each chain: a
 * call may pass every simulation and still revert in a block, at up to three million gas of ours.
 * Pending calls count as if all were to revert, and so does the next one with `worstCost` (zero
 * while it is not prepared). It may exceed what is left only as the first call of the day, because
 * at high fees no call would fit otherwise. Throws `BUDGET_SPENT`, as `Crowded` if waiting may
 * help.
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

/** Whether the call budgets apply to the plan. */
export function hasCalls({ steps }: Pick<Plan, 'steps'>): boolean {
  return steps.some(({ kind }) => kind === 'call' || kind === 'deposit');
}

/** The highest cost in the next block of the calls among them. */
export function worstOfCalls(prepared: readonly Prepared[]): bigint {
  return prepared
    .filter(({ purpose }) => purpose === 'call')
    .reduce((sum, { tx, nextBlockCost }) => sum + (nextBlockCost ?? maxGasCost(tx)), 0n);
}
