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
 * Every transition of a stored route. An ended one reopens only if a reorg removes its payout or
 * refund.
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

/** The stages in which a route waits for an operator. */
export const waitingStages: readonly string[] = [
  stages.verifying,
  stages.refundHeld,
  stages.overdue,
  stages.quarantined,
];

/** Why an engine was not taken; stored in the order of the refusals. */
export interface RailRefusal {
  readonly rail: string;
  readonly code: ErrorCode;
  readonly reason: string;
  /** The smallest input that the engine would take, if it states one. */
  readonly minInput?: Units;
  /** When the refusal may pass, if the engine knows. */
  readonly retryAfterMs?: number;
  /** The float that the engine would need in our account. */
  readonly needs?: NeededFloat;
}

/** The refusal reason for an engine that the request itself excludes. */
export const excludedByRequest = 'excluded by the request';

/** A rail's refusal under its engine's name, with its stated remedy. */
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

/** Where a route's money is, according to the store. */
type RoutePhase =
  | 'funding' // not started: our account on the destination holds too little
  | 'pulling' // the money is on its way to us (or nothing is pulled: see `running`)
  | 'running' // the plan's steps, from `cursor` on
  | 'refunding' // the credited amount is refunded to the payer
  | 'ended'; // nothing is owed any more

interface GivenBack {
  /** The last transaction that brought the payer a part; null if everything came to our spender. */
  readonly tx: string | null;
  /** What went straight to the payer. */
  readonly units: Units;
  /** Missing in routes stored before parts were recorded; theirs came as a whole. */
  readonly parts?: readonly GivenBackPart[];
}

/** One transfer on the source chain with which an upstream returned money. */
export interface GivenBackPart {
  readonly tx: string;
  /** Like an arrival's: negative for coin. */
  readonly logIndex: number;
  readonly units: Units;
  /** Otherwise it went to our spender. */
  readonly isToPayer: boolean;
}

/**
 * - permit2: the payer's money, pulled with a signed permit
 * - self: the operator's own money, already where the rail's plan takes it from
 * - rebalance: the operator's float on its way to another chain. Its pull is the float account's
 *   own transfer to the spender, at most one per route; payer and recipient are the float
 * - deposit: the caller sends it to an address of ours; the route's payer is that address
 */
export type RouteMode = 'permit2' | 'self' | 'rebalance' | 'deposit';

/** Whether the route moves our own float, so that no money in it belongs to a payer. */
export function isRebalance({ mode }: Pick<Route, 'mode'>): boolean {
  return mode === 'rebalance';
}

/**
 * Why a refund waits, as shown to the caller; only the operator sees the details.
 *
 * - refused: the chain refuses to move the token to the refund address
 * - not-now: the relayer cannot send it at the moment
 * - operator: it continues only by an operator's order
 * - no-address: the caller has not set a refund address for the deposit
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
  /** The chosen engine, its carrier, and the package that plans it. */
  readonly rail: string;
  readonly railPackage: string;
  readonly bridge: string;
  readonly order: Order;
  readonly permit: SignedPermit | null;
  readonly allowance: SignedAllowance | null;
  readonly plan: Plan;
  /** The quote that the plan was made from; a perishable plan is requested again with it. */
  readonly quote: FirmQuote | null;
  /** Index of the current plan step. */
  readonly cursor: number;
  /** What the pull brought, from its Transfer log; null until it is confirmed. */
  readonly credited: Units | null;
  /** What was seen to arrive; null before. */
  readonly delivered: Units | null;
  readonly refusals: readonly RailRefusal[];
  readonly failure: {
    readonly code: ErrorCode;
    readonly reason: string;
    /** Why the refund waits, or waited. */
    readonly held?: HeldReason;
  } | null;
  readonly srcTx: string | null;
  readonly destTx: string | null;
  readonly refundTx: string | null;
  /** What an upstream was seen to return; null if nothing. */
  readonly givenBack: GivenBack | null;
  /** The amount that we must refund, if that is not the whole credited amount. */
  readonly owed: Units | null;
  /** A pseudonym of the client's address, for gas budgets. */
  readonly client: string;
  /**
   * The spender account of the keys at acceptance, which finish the route; null for a simulated
   * route, and for routes stored before this field.
   */
  readonly spender: Address | null;
  /** The address to which an operator redirects its refund; null for the payer. */
  readonly refundTo: Address | null;
  /** The account from which an operator refunds it; null for the one it was pulled to. */
  readonly refundFrom: AccountRole | null;
  /**
   * The `traceparent` (W3C Trace Context) that its trace continues; left out without one. Neither
   * rails nor callers see it.
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

/** The terms that are fixed when a route is accepted. */
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

/** The first stored form of a route. A simulated one pulls nothing in any mode. */
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

/** The plan, with the quote's charge for gas. */
export function withGasFee(plan: Plan, { gasFee }: Pick<FirmQuote, 'gasFee'>): Plan {
  return gasFee === undefined ? plan : { ...plan, gasFee };
}

/** The initial status of a route without a pull, from its plan's first step. */
function waitsFor(first: PlanStep | undefined): Pick<Route, 'status' | 'stage'> {
  switch (first?.kind) {
    case 'await-deposit':
      return { status: 'AWAITING_DEPOSIT', stage: stages.awaitingDeposit };
    case 'await-funds':
      return { status: 'FUNDS_REQUIRED', stage: stages.fundsRequired };
    case 'track':
      // We sent nothing for it; its rail knows what comes next.
      return { status: 'BRIDGING', stage: stages.receiving };
    case undefined:
    case 'reserve':
    case 'payout':
    case 'call':
    case 'deposit':
      return { status: 'BRIDGING', stage: stages.sending };
  }
}

/**
 * Failed without a refund to the payer: the recipient received something else, or nothing was
 * delivered.
 */
const unreturned: readonly string[] = [stages.belowMin, stages.otherToken, stages.writtenOff];

/** Whether the payer of an ended route has the money: it never left, or it came back. */
export function isReturned({ status, stage }: Pick<Route, 'status' | 'stage'>): boolean {
  return status === 'FAILED' && !unreturned.includes(stage);
}
