import {
  type AccountRole,
  type ErrorCode,
  type Address,
  type FirmQuote,
  firstAction,
  type NeededFloat,
  type Order,
  type Plan,
  type PlanStep,
  type Refusal,
  type SignedAllowance,
  type SignedPermit,
  type Units,
} from '@interline/kernel';

export const routeStatuses = [
  'BRIDGING',
  'FUNDS_REQUIRED',
  'AWAITING_DEPOSIT',
  'DONE',
  'FAILED',
] as const;
export type RouteStatus = (typeof routeStatuses)[number];

/**
 * Every move a stored route may make. An ended one reopens only when a reorg takes its payout or
 * refund away.
 */
const routeTransitions: Readonly<Record<RouteStatus, readonly RouteStatus[]>> = {
  FUNDS_REQUIRED: ['FUNDS_REQUIRED', 'AWAITING_DEPOSIT', 'BRIDGING', 'FAILED'],
  AWAITING_DEPOSIT: ['AWAITING_DEPOSIT', 'BRIDGING', 'FAILED'],
  BRIDGING: ['BRIDGING', 'DONE', 'FAILED'],
  DONE: ['DONE', 'BRIDGING'],
  FAILED: ['FAILED', 'BRIDGING'],
};

export function mayMove(from: RouteStatus, to: RouteStatus): boolean {
  return routeTransitions[from].includes(to);
}

export function isTerminal(status: RouteStatus): boolean {
  return status === 'DONE' || status === 'FAILED';
}

/** Free text on the wire; these are the stages that the core sets. */
export const stages = {
  receiving: 'RECEIVING',
  sending: 'SENDING',
  verifying: 'VERIFYING',
  delivered: 'DELIVERED',
  refunding: 'REFUNDING',
  refundHeld: 'REFUND_HELD',
  refunded: 'REFUNDED',
  writtenOff: 'WRITTEN_OFF',
  deliveredUnseen: 'DELIVERED_UNSEEN',
  notPulled: 'NOT_PULLED',
  belowMin: 'DELIVERED_BELOW_MIN',
  otherToken: 'DELIVERED_OTHER_TOKEN',
  overdue: 'OVERDUE',
  quarantined: 'QUARANTINED',
  awaitingDeposit: 'AWAITING_DEPOSIT',
  fundsRequired: 'FUNDS_REQUIRED',
  confirming: 'CONFIRMING',
  depositReorged: 'DEPOSIT_REORGED',
  depositExpired: 'DEPOSIT_EXPIRED',
} as const;

/** The stages in which a route waits for a person. */
export const waitingStages: readonly string[] = [
  stages.verifying,
  stages.refundHeld,
  stages.overdue,
  stages.quarantined,
];

/** Why an engine was not taken; kept in the order it happened. */
export interface RailRefusal {
  readonly rail: string;
  readonly code: ErrorCode;
  readonly reason: string;
  /** The least input that the engine would take, where it says so. */
  readonly minInput?: Units;
  /** When it passes, where the engine knows. */
  readonly retryAfterMs?: number;
  /** What must be free in our account for the engine to serve it. */
  readonly needs?: NeededFloat;
}

/** The reason of an engine that the request named among those to leave out. */
export const excludedByRequest = 'excluded by the request';

/** A rail's refusal under its engine's name, with what it says of a remedy. */
export function railRefusalOf(
  rail: string,
  { code, reason, minInput, retryAfterMs, needs }: Omit<Refusal, 'ok'>,
): RailRefusal {
  return {
    rail,
    code,
    reason,
    ...(minInput === undefined ? {} : { minInput }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(needs === undefined ? {} : { needs }),
  };
}

/** Where the money of a route is, as the store knows it. */
type RoutePhase =
  | 'funding' // nothing has begun: our account on the destination holds too little
  | 'pulling' // the money is on its way to us (or there is nothing to pull: see `running`)
  | 'running' // the plan's steps, from `cursor`
  | 'refunding' // the credited amount goes back to the payer
  | 'ended'; // nothing is owed any more

interface GivenBack {
  /**
   * The last transaction that brought the payer a part; null where all of it came to our spender.
   */
  readonly tx: string | null;
  /** What went straight to the payer. */
  readonly units: Units;
  /** Left out in routes that were stored before parts were kept: theirs came whole. */
  readonly parts?: readonly GivenBackPart[];
}

/** One transfer by which an upstream gave money back on the source chain. */
export interface GivenBackPart {
  readonly tx: string;
  /** As an arrival's: below zero for coin. */
  readonly logIndex: number;
  readonly units: Units;
  /** Else to our spender. */
  readonly isToPayer: boolean;
}

/**
 * - permit2: the payer's money, pulled with a signed permit
 * - self: the operator's own, which lies where the rail's plan takes it from
 * - rebalance: the operator's float on its way to another chain. Its pull is the float account's own
 *   transfer to the spender, of which a route has one at most; payer and recipient are the float
 * - deposit: the caller sends it to an address of ours; the route's payer is that address
 */
export type RouteMode = 'permit2' | 'self' | 'rebalance' | 'deposit';

/** Whether the route moves our float: what came and what goes back is never a payer's. */
export function isRebalance({ mode }: Pick<Route, 'mode'>): boolean {
  return mode === 'rebalance';
}

/**
 * Why a refund waits, for the caller; what exactly happened is the operator's to see.
 * - refused: the chain refuses to move the token to where it is to go
 * - not-now: the relayer cannot send it at the moment
 * - operator: it goes on by an operator's order only
 * - no-address: the caller has not named where a deposit goes back to
 */
export type HeldReason = 'refused' | 'not-now' | 'operator' | 'no-address';

/** One execution, as stored. */
export interface Route {
  readonly id: string;
  readonly version: number;
  readonly status: RouteStatus;
  readonly stage: string;
  readonly phase: RoutePhase;
  readonly isSimulated: boolean;
  readonly mode: RouteMode;
  /** The engine taken, its carrier, and the package that plans it. */
  readonly rail: string;
  readonly railPackage: string;
  readonly bridge: string;
  readonly order: Order;
  readonly permit: SignedPermit | null;
  readonly allowance: SignedAllowance | null;
  readonly plan: Plan;
  /** What the plan was made from: a perishable one is asked for again with it. */
  readonly quote: FirmQuote | null;
  /** Index of the plan step that is being run. */
  readonly cursor: number;
  /** What the pull brought, by its Transfer log; null until it is confirmed. */
  readonly credited: Units | null;
  /** What was seen to arrive; null until then. */
  readonly delivered: Units | null;
  readonly refusals: readonly RailRefusal[];
  readonly failure: {
    readonly code: ErrorCode;
    readonly reason: string;
    /** Why the refund waits, once it did. */
    readonly held?: HeldReason;
  } | null;
  readonly srcTx: string | null;
  readonly destTx: string | null;
  readonly refundTx: string | null;
  /** What an upstream was seen to give back; null where none did. */
  readonly givenBack: GivenBack | null;
  /** What the refund from our side must be, where that is not the whole credited amount. */
  readonly owed: Units | null;
  /** A pseudonym of the client's address, for gas budgets. */
  readonly client: string;
  /**
   * The spender account of the keys that it was accepted with, which finish it; null for a simulated
   * one, and for one stored before this was kept.
   */
  readonly spender: Address | null;
  /** Where an operator sends its refund instead of to the payer; null for the payer. */
  readonly refundTo: Address | null;
  /** Which account an operator refunds it from; null for the one it was pulled to. */
  readonly refundFrom: AccountRole | null;
  /**
   * What its trace goes on from, a `traceparent` of W3C Trace Context; left out where it has none. No
   * rail and no caller is shown it.
   */
  readonly trace?: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export type RouteChange = Partial<
  Omit<
    Route,
    | 'id'
    | 'version'
    | 'order'
    | 'createdAtMs'
    | 'isSimulated'
    | 'mode'
    | 'allowance'
    | 'client'
    | 'spender'
    | 'trace'
  >
>;

/** What is settled when a route is accepted. */
interface AcceptedTerms extends Pick<
  Route,
  | 'isSimulated'
  | 'mode'
  | 'permit'
  | 'allowance'
  | 'plan'
  | 'refusals'
  | 'railPackage'
  | 'client'
  | 'spender'
> {
  readonly order: Order;
  readonly quote: FirmQuote;
  readonly nowMs: number;
}

/** The route as it is first stored. A simulated one pulls nothing in any mode. */
export function newRoute({
  order: { askedBy: _, ...order },
  quote,
  plan,
  nowMs,
  ...terms
}: AcceptedTerms): Route {
  const first = firstAction(plan.steps);
  return {
    ...terms,
    id: order.routeId,
    version: 0,
    ...((terms.mode === 'permit2' || terms.mode === 'rebalance') && !terms.isSimulated
      ? ({ status: 'BRIDGING', stage: stages.receiving, phase: 'pulling' } as const)
      : { ...waitsFor(plan.steps[first]), phase: 'running' }),
    rail: quote.rail,
    bridge: quote.bridge,
    order,
    plan: withGasFee(plan, quote),
    quote: plan.keeps === 'perishable' ? quote : null,
    cursor: first,
    credited: null,
    delivered: null,
    failure: null,
    srcTx: null,
    destTx: null,
    refundTx: null,
    givenBack: null,
    owed: null,
    refundTo: null,
    refundFrom: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
}

/** The plan, with what its quote charges for gas. */
export function withGasFee(plan: Plan, { gasFee }: Pick<FirmQuote, 'gasFee'>): Plan {
  return gasFee === undefined ? plan : { ...plan, gasFee };
}

/** The status in which a route without a pull starts, by its plan's first step. */
function waitsFor(first: PlanStep | undefined): Pick<Route, 'status' | 'stage'> {
  switch (first?.kind) {
    case 'await-deposit':
      return { status: 'AWAITING_DEPOSIT', stage: stages.awaitingDeposit };
    case 'await-funds':
      return { status: 'FUNDS_REQUIRED', stage: stages.fundsRequired };
    case 'track':
      // Nothing of it was sent by us: its rail says what comes next.
      return { status: 'BRIDGING', stage: stages.receiving };
    case undefined:
    case 'reserve':
    case 'payout':
    case 'call':
    case 'deposit':
      return { status: 'BRIDGING', stage: stages.sending };
  }
}

/** Failed, and the payer has not been refunded: the recipient received something else, or nothing was delivered. */
const unreturned: readonly string[] = [stages.belowMin, stages.otherToken, stages.writtenOff];

/** Whether a route that has ended left its payer what it took: it never left, or came back. */
export function isReturned({ status, stage }: Pick<Route, 'status' | 'stage'>): boolean {
  return status === 'FAILED' && !unreturned.includes(stage);
}
