import { type ChainRef, type ErrorCode, noUnits, rescale } from '@interline/kernel';
import type { Deposit } from './deposit/deposit.ts';
import { type HeldRefund, heldRefundOf } from './held-refund.ts';
import { type RefundProgress, refundedUnits, refundOf, type RefundSteps } from './refund.ts';
import { type Route, stages } from './route.ts';

interface ReceiptCommon {
  readonly route: Route;
  readonly elapsedSec: number;
  /** The caller's own deposit; null if the route has none. */
  readonly deposit: Deposit | null;
  /** Null if nothing is refunded. */
  readonly refund: RefundProgress | null;
}

/** What a route's reader gets: a union by status, each with exactly that status's facts. */
export type Receipt =
  | (ReceiptCommon & {
      readonly status: 'BRIDGING';
      readonly srcTx: string | null;
      readonly destTx: string | null;
      /** Null unless a refund is owed that cannot be delivered now. */
      readonly held: HeldRefund | null;
    })
  | (ReceiptCommon & {
      readonly status: 'AWAITING_DEPOSIT';
      /** The amount to send, and the address to send it to. */
      readonly awaited: { readonly address: string; readonly units: bigint };
    })
  | (ReceiptCommon & {
      readonly status: 'FUNDS_REQUIRED';
      /** The amount missing in our account, and which account it is. */
      readonly fund: {
        readonly chain: ChainRef;
        readonly address: string;
        readonly units: bigint;
      };
    })
  | (ReceiptCommon & {
      readonly status: 'DONE';
      readonly srcTx: string | null;
      readonly destTx: string | null;
      readonly delivered: bigint;
      /**
       * Id of the claimable balance that the recipient must claim; null if it was paid directly.
       */
      readonly claim: string | null;
    })
  | (ReceiptCommon & {
      readonly status: 'FAILED';
      readonly failure: { readonly code: ErrorCode; readonly reason: string };
      readonly refundTx: string | null;
      readonly refunded: bigint;
    });

/** Stored facts besides the route itself. */
interface BesideRoute extends RefundSteps {
  readonly deposit?: Deposit | null;
  /** Id of the claimable balance of the payout. */
  readonly claim?: string | null;
}

/** Derives the receipt from the stored route; `nowMs` matters only while the route is open. */
export function receiptOf(
  route: Route,
  nowMs: number,
  { deposit = null, claim = null, ...steps }: BesideRoute = {},
): Receipt {
  const isOver = route.status === 'DONE' || route.status === 'FAILED';
  const elapsedSec = Math.max(
    0,
    Math.round(((isOver ? route.updatedAtMs : nowMs) - route.createdAtMs) / 100) / 10,
  );
  const common = { route, elapsedSec, deposit, refund: refundOf(route, deposit, steps) };
  switch (route.status) {
    case 'BRIDGING':
      return {
        ...common,
        status: 'BRIDGING',
        srcTx: route.srcTx,
        destTx: route.destTx,
        held: heldRefundOf(route),
      };
    case 'DONE':
      return {
        ...common,
        status: 'DONE',
        srcTx: route.srcTx,
        destTx: route.destTx,
        delivered: route.delivered ?? 0n,
        claim,
      };
    case 'FAILED':
      return {
        ...common,
        status: 'FAILED',
        failure: route.failure ?? { code: 'INTERNAL', reason: 'the reason was not kept' },
        refundTx: route.refundTx ?? route.givenBack?.tx ?? null,
        refunded: refundedUnits(route),
      };
    case 'AWAITING_DEPOSIT':
      return { ...common, status: 'AWAITING_DEPOSIT', awaited: waitedFor(route) };
    case 'FUNDS_REQUIRED':
      return {
        ...common,
        status: 'FUNDS_REQUIRED',
        fund: { chain: fundedChain(route), ...waitedFor(route) },
      };
  }
}

export interface Charged {
  readonly fee: bigint;
  readonly bridged: bigint;
}

/**
 * What the service keeps and what goes on to the recipient, in the source token's smallest units.
 * As quoted until the route turns back to a refund, and nothing from then on. If too little or
 * another token was delivered, the charge was kept.
 */
export function chargedOf(
  route: Pick<Route, 'order' | 'plan' | 'status' | 'stage' | 'phase' | 'mode' | 'credited'>,
): Charged {
  const { order, plan, status, stage, phase } = route;
  const isDelivered = stage === stages.belowMin || stage === stages.otherToken;
  const isBack = phase === 'refunding' || (status === 'FAILED' && !isDelivered);
  // More of a deposit may have arrived than was agreed.
  const taken = (route.mode === 'deposit' ? route.credited : null) ?? order.amount;
  return isBack ? { fee: 0n, bridged: 0n } : { fee: plan.fee, bridged: taken - plan.fee };
}

export interface FeeParts {
  readonly service: bigint;
  readonly gas: bigint;
  /**
   * What the engine kept, rounded up; the expected amount until it is delivered. Null if the two
   * tokens are not one asset, or nothing arrives.
   */
  readonly engine: bigint | null;
}

/**
 * Who gets the difference between input and output, in the source token's smallest units; the first
 * two are `charged.fee`.
 */
export function feePartsOf(
  { order: { from, to }, plan, status, delivered }: Route,
  { fee, bridged }: Charged,
): FeeParts {
  const { gasFee = noUnits } = plan;
  // A partly credited deposit is charged for that part.
  const gas = gasFee < fee ? gasFee : fee;
  const arrives = delivered ?? (status === 'FAILED' || bridged === 0n ? null : plan.output);
  return {
    service: fee - gas,
    gas,
    engine:
      arrives === null || from.asset !== to.asset
        ? null
        : bridged - rescale(arrives, to.decimals, from.decimals),
  };
}

function waitedFor(route: Route): { address: string; units: bigint } {
  const step = route.plan.steps[route.cursor];
  return step?.kind === 'await-deposit' || step?.kind === 'await-funds'
    ? { address: step.address ?? '', units: step.units }
    : { address: '', units: 0n };
}

function fundedChain({ plan, cursor, order }: Route): ChainRef {
  const step = plan.steps[cursor];
  return step?.kind === 'await-funds' ? step.chain : order.lane.to;
}
