import type * as z from 'zod';
import { usualDeposits } from '@interline/core/switches';
import {
  chargedOf,
  feePartsOf,
  partCostOf,
  type Receipt,
  type Route,
  type SeenRoute,
  type Timeline,
} from '@interline/core/transfer';
import { chainToWire, errorEntry } from '@interline/kernel';
import {
  isGasless,
  presentAddress,
  presentTokenAddress,
} from '../../server/present/present-address.ts';
import { presentRefusal } from '../../server/present/present-error.ts';
import { presentDeposit } from './present-deposit.ts';
import type { routeReceipt, routeTimeline, transactionRoutes } from './schemas.ts';

type ReceiptWire = z.input<typeof routeReceipt>;

/** `isOperator`: only an operator sees which account lacks funds, and where. */
export function presentReceipt(
  receipt: Receipt,
  basePath: string,
  { isOperator }: { readonly isOperator: boolean },
): ReceiptWire {
  const { route, elapsedSec, refund } = receipt;
  const { order, plan } = route;
  const charged = chargedOf(route);
  const { service, gas, engine } = feePartsOf(route, charged);
  // The plan of a deposit is for what came, more or less than was agreed.
  const quotedFee = receipt.deposit?.terms.fee ?? plan.fee;
  return {
    id: route.id,
    status: receipt.status,
    gasless: isGasless(order.from),
    sandbox: route.isSimulated,
    bridge: route.bridge,
    aggregator: route.rail,
    svcFee: charged.fee.toString(),
    bridged: charged.bridged.toString(),
    feeParts: {
      service: service.toString(),
      gas: gas.toString(),
      ...(engine === null ? {} : { engine: engine.toString() }),
    },
    quoted: { svcFee: quotedFee.toString(), bridged: (order.amount - quotedFee).toString() },
    ...sidesOf(receipt),
    srcTx: route.srcTx,
    destTx: route.destTx,
    stage: route.stage,
    elapsedSec,
    createdAt: route.createdAtMs,
    updatedAt: route.updatedAtMs,
    track: `${basePath}/api/route/status?id=${route.id}`,
    refundTx: route.refundTx ?? route.givenBack?.tx ?? null,
    ...(refund === null
      ? {}
      : {
          refund: {
            state: refund.state,
            units: refund.units.toString(),
            tx: refund.tx,
            since: refund.sinceMs,
          },
        }),
    refusals: route.refusals.map(presentRefusal),
    ...outcomeOf(receipt, isOperator),
    ...(receipt.deposit === null
      ? {}
      : { deposit: presentDeposit(receipt.deposit, order.from, partCostOf(route)) }),
  };
}

function sidesOf(receipt: Receipt): Pick<ReceiptWire, 'from' | 'to'> {
  const { order, plan, delivered, mode } = receipt.route;
  const claim = receipt.status === 'DONE' ? receipt.claim : null;
  const { from, to } = order;
  const isDeposit = mode === 'deposit';
  return {
    from: {
      chain: chainToWire(from.chain),
      token: presentTokenAddress(from),
      symbol: from.symbol,
      decimals: from.decimals,
      amount: order.amount.toString(),
      address: isDeposit ? null : presentAddress(from.chain, order.payer),
    },
    to: {
      chain: chainToWire(to.chain),
      token: presentTokenAddress(to),
      symbol: to.symbol,
      decimals: to.decimals,
      recipient: presentAddress(to.chain, order.recipient),
      estimated: plan.output.toString(),
      min: order.minOutput.toString(),
      delivered: delivered?.toString() ?? null,
      ...(order.memo === undefined ? {} : { memo: order.memo }),
      ...(claim === null ? {} : { claim: { balanceId: claim, note: mustClaim } }),
    },
  };
}

const mustClaim =
  'no payment: the balance waits until the recipient claims it, which takes a trustline for the token';

/** What a deposit of a real route shows, so that a client can be tried out on it. */
function simulatedDeposit({ order, createdAtMs }: Route): Partial<ReceiptWire['deposit']> {
  return {
    chain: chainToWire(order.lane.from),
    confirmations: 1,
    lockedUntil: createdAtMs + usualDeposits.lockMs,
    expiresAt: createdAtMs + usualDeposits.expiresMs,
    refundAddress: order.refundAddress ?? null,
    seen: [],
    total: { parts: 0, amount: '0', missing: order.amount.toString(), confirmations: 0 },
    refunds: [],
  };
}

/** The fields that only one status has. */
function outcomeOf(
  receipt: Receipt,
  isOperator: boolean,
): Pick<ReceiptWire, 'failure' | 'refunded' | 'refundHeld' | 'deposit' | 'fund'> {
  switch (receipt.status) {
    case 'BRIDGING': {
      if (receipt.held === null) return {};
      const { reason, error, suggestedAction, owed } = receipt.held;
      return { refundHeld: { reason, error, owed: owed.toString(), suggestedAction } };
    }
    case 'DONE':
      return {};
    case 'AWAITING_DEPOSIT':
      return {
        deposit: {
          address: receipt.awaited.address,
          amount: receipt.awaited.units.toString(),
          ...(receipt.route.isSimulated ? simulatedDeposit(receipt.route) : {}),
        },
      };
    case 'FUNDS_REQUIRED':
      return {
        fund: {
          chain: chainToWire(receipt.fund.chain),
          amount: receipt.fund.units.toString(),
          address: isOperator ? receipt.fund.address : null,
        },
      };
    case 'FAILED': {
      const { code, reason } = receipt.failure;
      const { retryable, suggestedAction } = errorEntry(code);
      return {
        refunded: receipt.refunded.toString(),
        failure: { error: reason, errorCode: code, retryable, suggestedAction },
      };
    }
  }
}

export function presentSeen(routes: readonly SeenRoute[]): z.input<typeof transactionRoutes> {
  return {
    routes: routes.map(({ chain, ...seen }) => ({ ...seen, chain: chainToWire(chain) })),
    count: routes.length,
    note: "A transaction's hash is public, so it shows no more than this, and how a route ended from the next full ten minutes on. GET /api/route/status shows all of a route to any client that has the id that execute returned.",
  };
}

const shownPurposes = ['allowance', 'pull', 'approve', 'call', 'payout', 'refund'] as const;

export function presentTimeline(
  { route, endedAtMs, steps }: Timeline,
  nowMs: number,
): z.input<typeof routeTimeline> {
  const { from, to } = route.order;
  return {
    id: route.id,
    now: nowMs,
    acceptedAt: route.createdAtMs,
    endedAt: endedAtMs,
    decimals: { from: from.decimals, to: to.decimals },
    steps: steps.map(({ purpose, chain, hash, state, minedBlock, reorgs, ...step }) => ({
      what: shownPurposes.find((shown) => shown === purpose) ?? 'other',
      chain: chainToWire(chain),
      tx: hash,
      state,
      begunAt: step.begunAtMs,
      sentAt: step.sentAtMs,
      block: minedBlock,
      sends: step.forms,
      reorgs,
    })),
  };
}
