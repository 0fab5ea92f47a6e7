import {
  asUnits,
  type CallStep,
  asAddress,
  type FirmQuote,
  type Order,
  type PlanStep,
  type SignedPermit,
} from '@interline/kernel';
import type { Brought, PrepareOutcome, RefusalOptions, TransactionRequest } from '@interline/ports';
import { withinFronted } from './budgets/within-fronted.ts';
import type { TransferPorts } from './ports.ts';

export type PayoutStep = Extract<PlanStep, { kind: 'payout' }>;

type PullRequest = Extract<TransactionRequest, { kind: 'pull' }>;

/** One pull. What the payer's other pulls are about to take is read here. */
interface Pull extends Pick<PullRequest, 'allowance' | 'to' | 'then'> {
  readonly permit: SignedPermit;
  /** The gas that the calls after it were priced for; left out if there are none. */
  readonly fronts?: FirmQuote['fronts'];
}

/**
 * The pull as it would be sent now, so that execute rehearses exactly what settlement sends. Calls
 * after it that take far more gas than they were priced for are refused with it, whether or not
 * they are sent together; their gas limits obey the same bound.
 */
export async function preparePull(
  { custody, store }: Pick<TransferPorts, 'custody' | 'store'>,
  { fronts, ...pull }: Pull,
  signal: AbortSignal,
  options?: RefusalOptions,
): Promise<PrepareOutcome> {
  const { chain, token, owner } = pull.permit;
  const underWay = await store.reads.transactions.pendingPulls(chain, token, owner);
  const prepared = await custody.prepare({ kind: 'pull', ...pull, underWay }, signal, options);
  if (!prepared.ok) return prepared;
  const planned = withinFronted(fronts, chain, prepared.planned ?? []);
  if (!planned.ok) return { ...planned, failedPart: 'planned-calls' };
  // The same calls, if they are sent together with the pull.
  const value = withinFronted(fronts, chain, prepared.value);
  return value.ok ? { ...prepared, value: value.value, planned: planned.value } : value;
}

/** A rail's call from the spender as it would be sent now, with `brought` available to it. */
export function prepareRailCall(
  { custody }: Pick<TransferPorts, 'custody'>,
  { chain, to, data, value, approve }: CallStep,
  brought: Brought,
  signal: AbortSignal,
  options?: RefusalOptions,
): Promise<PrepareOutcome> {
  return custody.prepare(
    {
      kind: 'call',
      chain,
      to,
      data,
      value,
      ...(approve === undefined ? {} : { approve }),
      brought,
    },
    signal,
    options,
  );
}

/** A rebalancing's replacement for a pull: the float's own transfer to the spender. */
export function prepareOwnTransfer(
  { custody }: Pick<TransferPorts, 'custody'>,
  { from, amount }: Pick<Order, 'from' | 'amount'>,
  signal: AbortSignal,
): Promise<PrepareOutcome> {
  return custody.prepare(
    {
      kind: 'payout',
      purpose: 'pull',
      chain: from.chain,
      token: from.address,
      role: 'float',
      to: custody.account(from.chain, 'spender'),
      units: asUnits(amount),
    },
    signal,
  );
}

/** The payout as it would be sent now, so that execute rehearses exactly what settlement sends. */
export function preparePayout(
  { custody }: Pick<TransferPorts, 'custody'>,
  { token, to, units }: PayoutStep,
  { memo, claimable }: Pick<Order, 'memo' | 'claimable'>,
  signal: AbortSignal,
  options?: RefusalOptions,
): Promise<PrepareOutcome> {
  return custody.prepare(
    {
      kind: 'payout',
      purpose: 'payout',
      chain: token.chain,
      token: token.address,
      role: 'float',
      to: asAddress(to),
      units,
      ...(memo === undefined && claimable === undefined
        ? {}
        : {
            delivery: {
              ...(memo === undefined ? {} : { memo }),
              ...(claimable === undefined ? {} : { claimable }),
            },
          }),
    },
    signal,
    options,
  );
}
