import type * as z from 'zod';
import type {
  Balances,
  CorridorBucket,
  Plan,
  PlanCalls,
  PlanLeg,
  Rejection,
} from '@interline/core/planning';
import { bucketHours } from '@interline/core/planning';
import {
  chainToWire,
  evmAddress,
  evmChainId,
  permit2Address,
  type TokenRef,
  tokenKey,
} from '@interline/kernel';
import {
  checksummed,
  presentAddress,
  presentTokenAddress,
} from '../server/present/present-address.ts';
import type {
  balancesAnswer,
  callsAnswer,
  corridorAnswer,
  planAnswer,
  rejection,
} from './schemas.ts';

type PlanShown = z.input<typeof planAnswer>;

export function presentPlan(plan: Plan): PlanShown {
  const { id, expiresAtMs, goal, to, recipient, legs, total, alternatives, rejected, offer } = plan;
  return {
    id,
    expiresAt: expiresAtMs,
    goal,
    to: { ...presentSide(to), address: presentAddress(to.chain, recipient) },
    legs: legs.map(presentLeg),
    total: {
      in: takenOf(legs),
      estOut: total.estOut.toString(),
      minOut: total.minOut.toString(),
      feeBps: total.feeBps,
      etaSeconds: total.etaSec,
    },
    alternatives: alternatives.map(presentLeg),
    rejected: rejected.map(presentRejection),
    offer,
    note:
      legs.length === 1
        ? 'nothing was executed or reserved: add fromAddress to execute and POST it to /api/agent/do for what to sign'
        : 'nothing was executed or reserved: each leg is signed and executed separately, and one may fail alone; what it took then goes back to its payer',
  };
}

export function presentRejection({
  from,
  rail,
  code,
  reason,
}: Rejection): z.input<typeof rejection> {
  return { from: { ...from }, rail, code, reason };
}

function presentLeg({ from, amount, etaSec, ...leg }: PlanLeg): PlanShown['legs'][number] {
  return {
    from: { ...presentSide(from), amount: amount.toString() },
    rail: leg.rail,
    estOut: leg.estOut.toString(),
    minOut: leg.minOut.toString(),
    fee: leg.fee.toString(),
    feeBps: leg.feeBps,
    etaSeconds: etaSec,
    // CAST: it was written as such a body when the plan was made, and kept as it was.
    execute: leg.execute as PlanShown['legs'][number]['execute'],
  };
}

function takenOf(legs: readonly PlanLeg[]): PlanShown['total']['in'] {
  return [...Map.groupBy(legs, ({ from }) => tokenKey(from)).values()].flatMap(
    ([first, ...more]) =>
      first === undefined
        ? []
        : [
            {
              ...presentSide(first.from),
              amount: more
                .reduce<bigint>((sum, { amount }) => sum + amount, first.amount)
                .toString(),
            },
          ],
  );
}

function presentSide(token: TokenRef) {
  return {
    chain: chainToWire(token.chain),
    token: presentTokenAddress(token),
    symbol: token.symbol,
  };
}

export function presentCorridor(
  buckets: readonly CorridorBucket[],
): z.input<typeof corridorAnswer> {
  return {
    bucketHours,
    buckets: buckets.map(({ fromMs, p50FeeBps, p50Sec, p95Sec, okRate, n }) => ({
      at: fromMs,
      p50FeeBps,
      p50Seconds: p50Sec,
      p95Seconds: p95Sec,
      okRate,
      n,
    })),
  };
}

export function presentBalances({ held, unread }: Balances): z.input<typeof balancesAnswer> {
  return {
    items: held.map(({ token, units, pullable, permit2Allowance }) => ({
      chainId: chainToWire(token.chain),
      token: presentTokenAddress(token),
      symbol: token.symbol,
      amount: units.toString(),
      pullable,
      permit2Allowance: permit2Allowance.toString(),
    })),
    unread: unread.map(chainToWire),
  };
}

/** The parameters of EIP-5792's `wallet_sendCalls`. */
export function presentCalls({
  chain,
  account,
  approvals,
}: PlanCalls): z.input<typeof callsAnswer> {
  return {
    version: '2.0.0',
    chainId: `0x${(evmChainId(chain) ?? 0).toString(16)}`,
    ...(account === null ? {} : { from: checksummed(evmAddress(account)) }),
    // Each approval is of use without the others.
    atomicRequired: false,
    calls: approvals.map(({ token, units }) => ({
      to: checksummed(evmAddress(token)),
      value: '0x0',
      data: `${approveSelector}${wordOf(BigInt(permit2Address))}${wordOf(units)}`,
    })),
  };
}

/** `approve(address,uint256)` of ERC-20. */
const approveSelector = '0x095ea7b3';

function wordOf(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}
