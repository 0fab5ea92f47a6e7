import {
  asUnits,
  type Lane,
  maxGasCost,
  msUntilReset,
  nativeAddress,
  type Plan,
  RelayError,
} from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import type { TransactionReads } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import { giveBackCost } from './give-back-cost.ts';
import {
  assertRoomFor,
  budgetsOf,
  inCoinOf,
  isAnySpent,
  leftToday,
  type NextCost,
  nothingOpen,
  type Scoped,
  bothCosts,
} from './left-today.ts';

type Ports = Pick<TransferPorts, 'clock' | 'policy'>;

interface Reads {
  readonly transactions: Pick<TransactionReads, 'spentOfEach' | 'openPayouts'>;
}

interface AcceptingReads {
  readonly transactions: Pick<TransactionReads, 'spentOfEach' | 'openPayouts' | 'payoutsToCome'>;
}

/**
 * A payout of coin runs the recipient's code and may revert, so the destination chain has separate
 * budgets for it. A pending payout counts as if it burned all of its gas. An accepted, unfinished
 * one counts as if it burned it and were then refunded, because a recipient may deploy code at any
 * time. `next` is null while it is not prepared. Throws `BUDGET_SPENT`.
 */
export async function checkPayoutBudgets(
  ports: Ports,
  reads: AcceptingReads,
  payout: Scoped,
  next: NextCost | null,
): Promise<void> {
  const left = await leftToday(ports, reads, { ...payout, kind: 'payout-revert' });
  if (isAnySpent(left))
    throw new RelayError(
      'BUDGET_SPENT',
      { retryAfterMs: msUntilReset(ports.clock.now()) },
      `payouts of coin are paused on ${payout.chain} for today: too many reverted and the relayer paid their gas; try tomorrow, or send a token`,
    );
  if (next === null) return;
  const toCome = await reads.transactions.payoutsToCome(payout.chain, payout);
  await assertRoomForPayout(ports, reads, payout, next, toCome);
}

/**
 * The same check once we have the payer's money. Costs since acceptance do not stop a recipient
 * without code, whose payout costs an ordinary amount. Other unpaid payouts do not count here,
 * because two would wait for each other; each is checked when its turn comes. Throws
 * `BUDGET_SPENT`, as `Crowded` if waiting may help.
 */
export async function assertRoomForPayout(
  ports: Ports,
  reads: Reads,
  payout: Scoped,
  next: NextCost,
  toCome = nothingOpen,
): Promise<void> {
  const { chain } = payout;
  const open = bothCosts(await reads.transactions.openPayouts(chain, payout), toCome);
  const kind = 'payout-revert';
  const left = await leftToday(ports, reads, { ...payout, kind });
  const whole = budgetsOf(ports.policy, chain, kind);
  // At fees at which no payout would fit, one recipient with code is served per day.
  assertRoomFor(
    next,
    { open, left, whole },
    `as many payouts of coin are under way on ${chain} as the relayer could pay for today, were they to revert; try again when they are over`,
    `the recipient has code, and at today's fees a payout of coin on ${chain} could cost more than what is left for it today; try again when gas is cheaper, or send a token`,
  );
}

/** Null if it pays no coin, so that no code of the recipient runs in it. */
export function nextPayoutOf(prepared: readonly Prepared[]): NextCost | null {
  const payout = prepared.find(
    ({ purpose, expects }) =>
      purpose === 'payout' && expects !== null && expects.token === nativeAddress,
  );
  // Left out where a recipient can never have code.
  if (payout?.simulated === undefined) return null;
  const { tx, nextBlockCost, simulated } = payout;
  return {
    worstCost: nextBlockCost ?? maxGasCost(tx),
    runsForeignCode: simulated.runsForeignCode,
  };
}

/** The coin payout of a route that is being accepted. `worstCost` is the sum of both costs. */
export interface AcceptedPayout extends NextCost {
  readonly payoutCost: bigint;
  /** The gas of pull and refund, in the coin of the payout's chain. */
  readonly giveBackCost: bigint;
}

/**
 * The costs for a route that is being accepted. A recipient that deploys code later can make the
 * payout revert, which costs the payout's gas and then that of pull and refund.
 */
export function acceptedPayoutOf(
  { policy }: Pick<TransferPorts, 'policy'>,
  { payout, pull }: { readonly payout: readonly Prepared[]; readonly pull: readonly Prepared[] },
  { from, to }: Lane,
): AcceptedPayout | null {
  const next = nextPayoutOf(payout);
  if (next === null) return null;
  const { worstCost: payoutCost } = next;
  const backCost = inCoinOf(policy, giveBackCost(pull), from, to);
  return { ...next, payoutCost, giveBackCost: backCost, worstCost: payoutCost + backCost };
}

/** The plan with the possible cost of its coin payout, which counts from the accepting unit on. */
export function withMostGas(plan: Plan, next: AcceptedPayout | null): Plan {
  if (next === null) return plan;
  const costs = {
    mostGasCost: asUnits(next.payoutCost),
    giveBackCost: asUnits(next.giveBackCost),
  };
  return {
    ...plan,
    steps: plan.steps.map((step) => (step.kind === 'payout' ? { ...step, ...costs } : step)),
  };
}
