import { msUntilReset, type Plan, RelayError, utcDay } from '@interline/kernel';
import {
  engineRevertBudget,
  payerRevertBudget,
  type TransactionReads,
} from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { ExecuteRequest } from './execute-request.ts';

/**
 * An engine's call may pass every simulation and revert in a block, at up to three million gas of
 * ours, so what that costs in a day has a limit for the engine and for the payer on each chain. It
 * binds only plans with calls. Throws `BUDGET_SPENT`.
 */
export async function checkCallBudgets(
  { clock, policy }: Pick<TransferPorts, 'clock' | 'policy'>,
  reads: { readonly transactions: Pick<TransactionReads, 'spent'> },
  { quote, permit }: Pick<ExecuteRequest, 'quote' | 'permit'>,
  { engine, plan }: { readonly engine: string; readonly plan: Pick<Plan, 'steps'> },
): Promise<void> {
  if (!plan.steps.some(({ kind }) => kind === 'call' || kind === 'deposit')) return;
  const chain = quote.lane.from;
  const payer = permit?.owner ?? quote.payer ?? '';
  const day = utcDay(clock.now());
  const coins = policy.coinsPerEther?.get(chain) ?? 1n;
  const isSpent = async (budget: string, wei: bigint): Promise<boolean> =>
    (await reads.transactions.spent(budget, day)) >= coins * wei;
  const refuse = (who: string): never => {
    throw new RelayError(
      'BUDGET_SPENT',
      { retryAfterMs: msUntilReset(clock.now()) },
      `${who} on ${chain} until 0:00 UTC: too many reverted and the relayer paid their gas; try another engine, or tomorrow`,
    );
  };
  if (await isSpent(engineRevertBudget(chain, engine), policy.engineRevertBudgetWei))
    refuse(`calls of the engine ${engine} are paused`);
  if (await isSpent(payerRevertBudget(chain, payer, 'call-revert'), policy.payerRevertBudgetWei))
    refuse(`calls for the payer ${payer} are paused`);
}
