import {
  type ErrorCode,
  asUnits,
  callOf,
  type FirmQuote,
  firstAction,
  noUnits,
  type Plan,
  RelayError,
} from '@interline/kernel';
import type { PlannedCall, Prepared } from '@interline/ports';
import type { TransferPorts } from '../ports.ts';
import { type Exchange, judgePayout } from '../judge-payout.ts';
import {
  type PayoutStep,
  prepareRailCall,
  prepareOwnTransfer,
  preparePayout,
  preparePull,
} from '../prepare-step.ts';
import { PullRefused } from '../pull-refused.ts';
import type { ExecuteRequest } from '../execute-request.ts';

type Ports = Pick<TransferPorts, 'custody' | 'store' | 'price' | 'policy'>;

export interface Rehearsal {
  /** Prepared for their slots; empty if nothing is pulled or moved to the spender. */
  readonly pull: readonly Prepared[];
  /** The rail's calls after the pull, with approvals; also part of `pull` if merged with it. */
  readonly calls: readonly Prepared[];
  /** As it would be sent now; empty if the plan has no payout. */
  readonly payout: readonly Prepared[];
}

/** A rail's plan and the quote that priced it. */
export interface Planned {
  readonly plan: Plan;
  readonly quote: Pick<FirmQuote, 'fronts'>;
}

/**
 * Simulates both ends of a plan: the pull with the calls that follow it on the source chain, and
 * the payout. Throws if either would fail.
 */
export async function rehearsePlan(
  ports: Ports,
  request: ExecuteRequest,
  { plan, quote }: Planned,
  signal: AbortSignal,
): Promise<Rehearsal> {
  const [pulling, payout] = await Promise.all([
    request.mode === 'rebalance'
      ? rehearseOwnTransfer(ports, request, plan, signal)
      : rehearsePull(ports, request, { plan, quote }, signal),
    rehearsePayout(ports, request, plan, signal),
    rehearseOwnCall(ports, request, plan, signal),
  ]);
  return { ...pulling, payout };
}

type Pulling = Omit<Rehearsal, 'payout'>;

async function rehearsePull(
  ports: Ports,
  request: ExecuteRequest,
  { plan, quote }: Planned,
  signal: AbortSignal,
): Promise<Pulling> {
  if (request.mode !== 'permit2') return { pull: [], calls: [] };
  const { permit } = request;
  if (permit === null || plan.pullTo === 'none')
    throw new RelayError('RAIL_FAULT', {}, 'the rail planned a transfer that pulls nothing');
  const prepared = await preparePull(
    ports,
    {
      permit,
      allowance: request.allowance,
      to: plan.pullTo,
      then: plannedCalls(plan, permit.chain),
      fronts: quote.fronts,
    },
    signal,
  );
  if (prepared.ok) return { pull: prepared.value, calls: prepared.planned ?? [] };
  // Only the rail's calls would fail, so another rail may work.
  if (prepared.failedPart === 'planned-calls')
    throw new RelayError(prepared.code, {}, prepared.reason);
  const code = saidAsItIs.has(prepared.code) ? prepared.code : 'PAYER_NOT_READY';
  throw new PullRefused(code, {}, prepared.reason);
}

const saidAsItIs = new Set<ErrorCode>(['GAS_CEILING', 'MANDATE_BUDGET']);

/**
 * The rail's call comes from another account, so it is not simulated with this transfer. It is
 * simulated once the spender has the money; if it would fail then, the float gets the money back.
 */
async function rehearseOwnTransfer(
  ports: Ports,
  { quote }: ExecuteRequest,
  { pullTo }: Plan,
  signal: AbortSignal,
): Promise<Pulling> {
  if (pullTo !== 'spender')
    throw new RelayError('RAIL_FAULT', {}, 'the rail hands nothing over from the spender account');
  const prepared = await prepareOwnTransfer(ports, quote, signal);
  if (prepared.ok) return { pull: prepared.value, calls: [] };
  throw new PullRefused(prepared.code, { chain: quote.from.chain }, prepared.reason);
}

/**
 * The plan's next calls on the source chain. They are simulated with the pull, and sent in one
 * multicall where transactions are merged.
 */
function plannedCalls({ steps }: Plan, chain: string): readonly PlannedCall[] {
  const next = steps.slice(firstAction(steps)).map(callOf);
  const end = next.findIndex((call) => call?.chain !== chain);
  return next
    .slice(0, end < 0 ? next.length : end)
    .filter((call) => call !== null)
    .map(({ to, data, value, approve }) => ({
      to,
      data,
      value,
      ...(approve === undefined ? {} : { approve }),
    }));
}

/**
 * Before the pull is committed, the payout must be possible, and worth no more than what comes in.
 */
async function rehearsePayout(
  ports: Ports,
  { mode, quote }: ExecuteRequest,
  plan: Plan,
  signal: AbortSignal,
): Promise<readonly Prepared[]> {
  const step = plan.steps.find((one) => one.kind === 'payout');
  if (step === undefined) return [];
  const [worth, prepared] = await Promise.all([
    mode === 'permit2' || mode === 'deposit'
      ? judgePayout(ports, inFor(quote, step), signal)
      : null,
    preparePayout(ports, step, quote, signal),
  ]);
  if (worth !== null && worth.kind !== 'fair') throw new RelayError('NO_ROUTE', {}, worth.reason);
  if (!prepared.ok) throw new RelayError(prepared.code, {}, prepared.reason);
  return prepared.value;
}

function inFor({ from, amount }: ExecuteRequest['quote'], step: PayoutStep): Exchange {
  return { from, units: amount, to: step.token, paidUnits: step.units };
}

/**
 * Nothing is pulled in self mode: the spender account must already hold what the rail's first call
 * hands over.
 */
async function rehearseOwnCall(
  ports: Ports,
  { mode, quote }: ExecuteRequest,
  plan: Plan,
  signal: AbortSignal,
): Promise<void> {
  const first = callOf(plan.steps[firstAction(plan.steps)]);
  if (mode !== 'self' || first === null) return;
  const brought = {
    token: quote.from.address,
    units: first.chain === quote.lane.from ? asUnits(quote.amount) : noUnits,
  };
  const prepared = await prepareRailCall(ports, first, brought, signal);
  if (!prepared.ok)
    throw new RelayError(
      prepared.code,
      {},
      `the operator's own funds must be in the spender account for this rail: ${prepared.reason}`,
    );
}
