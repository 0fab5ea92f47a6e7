import { asUnits, type ChainRef, type Hex, noUnits, type PlanStep } from '@interline/kernel';
import type { Brought } from '@interline/ports';
import {
  awaitTransaction,
  chargeRevert,
  commitTransactions,
  sendCommitted,
  settleDisplaced,
  settleMined,
} from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';
import { leaveRail } from './leave-rail.ts';
import { revokeApproval } from './revoke-approval.ts';
import { later, moved, type Turn } from './turn.ts';
import { outcomesOf } from './value-left.ts';
import { waitForReopened } from './wait-for-reopened.ts';

type CallStep = Extract<PlanStep, { kind: 'call' }>;

/**
 * Sends a rail's transaction from the spender. Once one that hands value over is broadcast, nothing
 * else is ever tried.
 */
export async function advanceCall(
  ports: TransferPorts,
  route: Route,
  step: CallStep,
  patienceMs: number,
  signal: AbortSignal,
): Promise<Turn> {
  const transactions = (await ports.store.reads.transactions.transactionsOf(route.id)).filter(
    (one) => one.step === route.cursor && one.state !== 'displaced',
  );
  const sent = transactions.find((one) => one.state === 'open');
  if (sent === undefined) {
    const outcomes = await outcomesOf(ports, transactions);
    const called = outcomes.find(
      ({ transaction, outcome }) => transaction.purpose === 'call' && outcome === 'done',
    );
    // Whatever was committed behind it: a reorg may let a call succeed that had reverted.
    if (called !== undefined)
      return stepOn(ports, route, step.handsOver ? called.transaction.minedHash : null);
    // A proven revert left the value with us, so the route may go on another way once nobody can
    // take it through the approval any more.
    const failed = outcomes.find(
      ({ transaction }) => transaction.state === 'reverted' || transaction.purpose === 'call',
    );
    if (failed !== undefined) {
      const why = {
        code: 'SIMULATION_FAILED',
        reason: 'the transfer to the rail reverted',
      } as const;
      const turn = await revokeApproval(
        ports,
        route,
        step,
        { outcomes, failed: failed.transaction },
        signal,
      );
      if (turn !== null) return turn;
      // What fills its nonce is not final yet.
      const isOpen = outcomes.some(
        ({ transaction, outcome }) => transaction.purpose === 'call' && outcome === 'unknown',
      );
      if (isOpen) return later(ports.clock.now() + ports.policy.retryAfterMs);
      return leaveRail(ports, route, why, signal);
    }
    return (await waitForReopened(ports, route, step)) ?? commitCall(ports, route, step, signal);
  }
  const {
    transaction: open,
    verdict,
    sighting,
  } = await awaitTransaction(ports, sent, { patienceMs }, signal);
  const mined = sighting?.mined ?? null;
  switch (verdict) {
    case 'pending':
      return later(ports.clock.now());
    case 'displaced':
      await ports.store.run('call-displaced', (tx) =>
        settleDisplaced(ports, tx, open, sighting?.watched ?? []),
      );
      return moved(route);
    case 'mined':
    case 'reverted':
      if (mined !== null)
        await ports.store.run('settle-call', async (tx) => {
          await settleMined(tx, open, mined);
          const { isSuccess, gasCostWei } = mined;
          const lost = {
            chain: open.chain,
            client: route.client,
            gasCostWei,
            kind: 'call-revert',
          } as const;
          if (!isSuccess) await chargeRevert(ports, tx, lost);
        });
      return moved(route);
  }
}

/**
 * What was credited, on the chain where it was; in self mode the order's own amount is there
 * already.
 */
function broughtFor({ order, plan, credited }: Route, chain: ChainRef): Brought {
  const isThere = chain === order.lane.from && plan.pullTo === 'spender';
  return {
    token: order.from.address,
    units: isThere ? (credited ?? asUnits(order.amount)) : noUnits,
  };
}

async function commitCall(
  ports: TransferPorts,
  route: Route,
  step: CallStep,
  signal: AbortSignal,
): Promise<Turn> {
  const prepared = await ports.custody.prepare(
    {
      kind: 'call',
      chain: step.chain,
      to: step.to,
      data: step.data,
      valueWei: step.valueWei,
      ...(step.approve === undefined ? {} : { approve: step.approve }),
      brought: broughtFor(route, step.chain),
    },
    signal,
  );
  if (!prepared.ok) return leaveRail(ports, route, prepared, signal);
  const committed = await ports.store.run('commit-call', async (tx) => ({
    transactions: await commitTransactions(ports, tx, route.id, route.cursor, prepared.value),
    route: await tx.transfers.moveRoute(route, {}, ports.clock.now()),
  }));
  await sendCommitted(ports, committed.transactions, signal);
  return moved(committed.route);
}

/**
 * The source transaction of a route is the one that handed its value over; until then, the pull.
 */
async function stepOn(ports: TransferPorts, route: Route, handedOverIn: Hex | null): Promise<Turn> {
  const srcTx = handedOverIn ?? route.srcTx;
  return moved(
    await ports.store.run('next-step', (tx) =>
      tx.transfers.moveRoute(route, { cursor: route.cursor + 1, srcTx }, ports.clock.now()),
    ),
  );
}
