import {
  asUnits,
  callOf,
  type CallStep,
  type ExpectedTransfer,
  type Plan,
  pulledTo,
  pullStep,
  refundStep,
  type Transaction,
  type TransactionPurpose,
} from '@interline/kernel';
import type { AccountTransaction, OnChainCall } from '@interline/ports';
import { type Account, isStoreBehind } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { TransferUnit } from '../repository.ts';
import { isRebalance, type Route, type RouteChange, stages } from '../route.ts';
import { outcomeOf } from '../settle/outcomes-of.ts';

/** A route that may have made the unknown transaction. */
export interface OpenRoute {
  readonly route: Route;
  /** The stored transactions, including those matched so far. */
  readonly transactions: readonly Transaction[];
  /**
   * Whether the payer's money has reached us, by a pull or at a deposit address, or our float has
   * reached the spender. Nothing is paid, refunded or handed over before that. A route of mode
   * `self` has its money from the start.
   */
  readonly isPulled: boolean;
}

/** The account's unit, with what the chain shows. */
export interface Matching {
  readonly ports: Pick<TransferPorts, 'custody'>;
  readonly tx: TransferUnit;
  readonly at: Account;
  /** Oldest first. */
  readonly routes: readonly OpenRoute[];
  /** Open transactions of the account that the chain shows reverted. */
  readonly reverted: ReadonlySet<string>;
  /** What the transaction of these calls moved. */
  readonly transfers: AccountTransaction['transfers'];
}

export interface Match {
  readonly kind: 'match';
  readonly open: OpenRoute;
  readonly step: number;
  readonly purpose: Extract<TransactionPurpose, 'pull' | 'payout' | 'refund' | 'call' | 'approve'>;
  readonly expects: ExpectedTransfer | null;
  /** The route state that lets live settlement find the transaction. */
  readonly change: RouteChange;
}

/**
 * - none: no route can have made it
 * - waits: another account of the routes must be read first
 */
export type Matched = Match | { readonly kind: 'none' } | { readonly kind: 'waits' };

const none: Matched = { kind: 'none' };

/**
 * The route that a call of ours was made for. Equal calls for equal routes are assigned in order,
 * one to each: for their payers it makes no difference which of two equal payments is whose.
 */
export async function matchCall(matching: Matching, call: OnChainCall): Promise<Matched> {
  const { does } = call;
  switch (does.kind) {
    case 'pull':
      return matchPull(matching, does);
    case 'payment':
      return matchPayment(matching, call, does);
    case 'approve':
      return matchStep(matching, 'approve', (step) => {
        const { approve } = step;
        return (
          approve?.token === does.token &&
          approve.spender === does.spender &&
          approve.units === does.units
        );
      });
    case 'other':
      return matchStep(matching, 'call', (step) => isSameCall(step, call));
    // Routes do not collect or authorize; those calls are for invoices.
    case 'collection':
    case 'authorization':
    case 'housekeeping':
      return none;
  }
}

type Does<Kind> = Extract<OnChainCall['does'], { kind: Kind }>;

/** A permit is unique, and so is the route that it was given to. */
async function matchPull(
  { ports, at: { chain, role }, routes, transfers }: Matching,
  { owner, nonce }: Does<'pull'>,
): Promise<Matched> {
  if (role !== 'spender') return none;
  const open = routes.find(
    ({ route: { permit } }) =>
      permit?.chain === chain && permit.owner === owner && permit.nonce === nonce,
  );
  if (open?.route.permit == null) return none;
  const { permit, phase } = open.route;
  const wentTo = (account: string): boolean =>
    transfers.some(
      (one) => one.token === permit.token && one.from === permit.owner && one.to === account,
    );
  const isLost = phase === 'funding';
  const plan: Plan =
    isLost && wentTo(ports.custody.account(chain, 'spender'))
      ? { ...open.route.plan, pullTo: 'spender' }
      : open.route.plan;
  const expects: ExpectedTransfer = {
    token: permit.token,
    from: permit.owner,
    to: ports.custody.account(chain, pulledTo(plan)),
    units: asUnits(permit.units),
  };
  const change = isLost ? { ...pulledWhileWaiting, plan } : {};
  return { kind: 'match', open, step: pullStep, purpose: 'pull', expects, change };
}

/**
 * The store knows such a route as waiting for our float, and has lost the plan that its money was
 * pulled for. The pulled money is refunded unless an operator finds that it was delivered.
 */
const pulledWhileWaiting: RouteChange = {
  status: 'BRIDGING',
  phase: 'pulling',
  failure: {
    code: 'REFUNDED',
    reason: 'the transfer could not be completed; what was pulled for it goes back',
  },
};

/**
 * A deposit with a rail is a payment of the token too, but to neither the payer nor the recipient.
 */
async function matchPayment(
  matching: Matching,
  call: OnChainCall,
  paid: Does<'payment'>,
): Promise<Matched> {
  const [deposited, due] = await Promise.all([
    matchStep(matching, 'call', (step) => isSameCall(step, call)),
    matchDue(matching, paid),
  ]);
  if (deposited.kind === 'none') return due;
  return due.kind === 'none' ? deposited : none;
}

async function matchDue(matching: Matching, paid: Does<'payment'>): Promise<Matched> {
  const [own] = matching.routes.flatMap((open) => ownTransferOf(matching, open, paid));
  if (own !== undefined) return own;
  const payouts = matching.routes.flatMap((open) => payoutOf(matching, open, paid));
  const refunds = matching.routes.flatMap((open) => refundOf(matching, open, paid));
  const isOneKind = payouts.length === 0 || refunds.length === 0;
  if (!isOneKind) return none;
  const due = [...payouts, ...refunds];
  const first = due.find(({ open }) => open.isPulled);
  if (first !== undefined) return due.some(mayBeUnshown) ? none : first;
  for (const { open } of due) if (await isSourceBehind(matching, open)) return { kind: 'waits' };
  return none;
}

/** A spent coin is shown only on request, so it may be the one that was paid for. */
function mayBeUnshown({ open: { isPulled, route } }: Match): boolean {
  return !isPulled && route.mode === 'deposit';
}

/** The pull of that route may be in the unread part of its account's history. */
async function isSourceBehind({ ports, tx }: Matching, { route }: OpenRoute): Promise<boolean> {
  const account = ports.custody.account(
    route.order.lane.from,
    isRebalance(route) ? 'float' : 'spender',
  );
  const record = await tx.transactions.account(route.order.lane.from, account);
  return isStoreBehind(record?.stopped);
}

/** The float's own transfer to the spender, if the store has none for the route that may count. */
function ownTransferOf(
  { ports, at: { chain, role, account }, reverted }: Matching,
  open: OpenRoute,
  { token, to, units }: Does<'payment'>,
): readonly Match[] {
  const { order } = open.route;
  const isIts =
    isRebalance(open.route) &&
    role === 'float' &&
    chain === order.from.chain &&
    token === order.from.address &&
    to === ports.custody.account(chain, 'spender') &&
    units === order.amount;
  if (!isIts || open.isPulled || hasLive(open, 'pull', pullStep, reverted)) return [];
  const expects = { token, from: account, to, units: asUnits(units) };
  return [{ kind: 'match', open, step: pullStep, purpose: 'pull', expects, change: {} }];
}

function payoutOf(
  { at: { chain, role, account }, reverted }: Matching,
  open: OpenRoute,
  { token, to, units }: Does<'payment'>,
): readonly Match[] {
  const { plan, cursor, phase } = open.route;
  if (role !== 'float' || phase === 'refunding') return [];
  const step = plan.steps.findIndex(
    (one, index) =>
      index >= cursor &&
      one.kind === 'payout' &&
      one.token.chain === chain &&
      one.token.address === token &&
      one.to === to &&
      one.units === units,
  );
  if (step < 0 || hasLive(open, 'payout', step, reverted)) return [];
  const expects = { token, from: account, to, units: asUnits(units) };
  return [{ kind: 'match', open, step, purpose: 'payout', expects, change: {} }];
}

function refundOf(
  { at: { chain, role, account }, reverted }: Matching,
  open: OpenRoute,
  { token, to, units }: Does<'payment'>,
): readonly Match[] {
  const { order, plan, owed, credited, failure } = open.route;
  const isDue =
    role === pulledTo(plan) &&
    chain === order.lane.from &&
    token === order.from.address &&
    to === order.payer &&
    units === (owed ?? credited ?? order.amount);
  if (!isDue || hasLive(open, 'refund', refundStep, reverted)) return [];
  const expects = { token, from: account, to, units: asUnits(units) };
  const change: RouteChange = {
    phase: 'refunding',
    stage: stages.refunding,
    credited: credited ?? asUnits(units),
    failure: failure ?? { code: 'REFUNDED', reason: 'the transfer could not be completed' },
  };
  return [{ kind: 'match', open, step: refundStep, purpose: 'refund', expects, change }];
}

function isSameCall({ to, data, value }: CallStep, call: OnChainCall): boolean {
  return to === call.to && data.toLowerCase() === call.data.toLowerCase() && value === call.value;
}

async function matchStep(
  matching: Matching,
  purpose: 'call' | 'approve',
  isIt: (step: CallStep) => boolean,
): Promise<Matched> {
  const {
    at: { chain, role },
    routes,
    reverted,
  } = matching;
  if (role !== 'spender') return none;
  let mayBePulled: OpenRoute | undefined;
  for (const open of routes) {
    const { plan, cursor, phase } = open.route;
    // What a permit brings is in the history of this account, before the call.
    if ((!open.isPulled && !isRebalance(open.route)) || phase === 'refunding') continue;
    const step = plan.steps.findIndex((one, index) => {
      const planned = callOf(one);
      return (
        index >= cursor &&
        planned?.chain === chain &&
        isIt(planned) &&
        !hasLive(open, purpose, index, reverted)
      );
    });
    if (step < 0) continue;
    if (open.isPulled) return { kind: 'match', open, step, purpose, expects: null, change: {} };
    mayBePulled ??= open;
  }
  const isWaiting = mayBePulled !== undefined && (await isSourceBehind(matching, mayBePulled));
  return isWaiting ? { kind: 'waits' } : none;
}

/** Whether the route already has one that was mined or still may be. */
function hasLive(
  { transactions }: OpenRoute,
  purpose: TransactionPurpose,
  step: number,
  reverted: ReadonlySet<string>,
): boolean {
  return transactions.some(
    (one) =>
      one.purpose === purpose &&
      one.step === step &&
      outcomeOf(one) !== 'void' &&
      !reverted.has(one.id),
  );
}
