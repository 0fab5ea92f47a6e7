import {
  asUnits,
  carrierOf,
  type Transaction,
  pulledTo,
  pullStep,
  type Units,
  unplaced,
} from '@interline/kernel';
import type { TransferUnit } from '../repository.ts';
import {
  awaitTransaction,
  chargeRevert,
  commitTransactions,
  fillNonce,
  movedUnits,
  sendCommitted,
  settleDisplaced,
  settleMined,
  type Sighting,
} from '../../transactions/index.ts';
import { judgeAccountsOf } from '../recover/judge-accounts-of.ts';
import type { TransferPorts } from '../ports.ts';
import { type Route, stages } from '../route.ts';
import { failRoute } from './end-route.ts';
import { isServed } from './leave-gone-chain.ts';
import { proveNotPulled } from './prove-not-pulled.ts';
import { holdId, payersHold } from './route-reservations.ts';
import { later, moved, type Turn } from './turn.ts';
import { usdValueOf } from './usd-value.ts';
import { waitUnproven } from './wait-unproven.ts';

/** Sees the pull through: credited, proven impossible, or still unknown. Never guesses. */
export async function advancePull(
  ports: TransferPorts,
  route: Route,
  patienceMs: number,
  signal: AbortSignal,
): Promise<Turn> {
  const transactions = await pullTransactions(ports, route);
  const pulls = transactions.filter((one) => one.purpose === 'pull');
  // No further pull while one may still happen, though it be an earlier one.
  const last = pulls.findLast((one) => one.state === 'open') ?? pulls.at(-1);
  if (last === undefined || last.state === 'displaced' || last.state === 'reverted') {
    return pullAgain(ports, route, pulls, signal);
  }

  const usd = await usdValueOf(ports, route.order.from, route.order.amount, signal);
  const {
    transaction: pull,
    verdict,
    sighting,
  } = await awaitTransaction(ports, last, { pulledUsd: usd, patienceMs }, signal);
  switch (verdict) {
    case 'mined': {
      if (sighting === null) return later(ports.clock.now());
      return credit(
        ports,
        route,
        pull,
        await allowanceOf(ports, route, pull, transactions),
        sighting,
        signal,
      );
    }
    case 'reverted':
      return reverted(
        ports,
        route,
        pull,
        await allowanceOf(ports, route, pull, transactions),
        sighting,
      );
    case 'displaced':
      await ports.store.run('pull-displaced', async (tx) =>
        settleDisplaced(ports, tx, pull, sighting?.watched ?? []),
      );
      return moved(route);
    case 'pending':
      if (!isPast(route, sighting)) return later(ports.clock.now());
      // The pull's own bytes stay watched: whichever is mined decides, and the expired pull can
      // only revert.
      await fillNonce(ports, pull, signal);
      return later(ports.clock.now() + ports.policy.retryAfterMs);
  }
}

/** The pull and what stands in front of it. */
async function pullTransactions(
  ports: TransferPorts,
  route: Route,
): Promise<readonly Transaction[]> {
  return (await ports.store.reads.transactions.transactionsOf(route.id)).filter(
    (one) => one.step === pullStep,
  );
}

/**
 * The allowance that went out in front of the pull, as it is now, where nobody saw it mined yet.
 */
async function allowanceOf(
  ports: TransferPorts,
  route: Route,
  pull: Transaction,
  transactions: readonly Transaction[],
): Promise<Transaction | undefined> {
  const now = pull.batch === null ? transactions : await pullTransactions(ports, route);
  return now.find(
    (one) =>
      one.purpose === 'allowance' &&
      one.state === 'open' &&
      one.nonce !== unplaced &&
      one.nonce <= pull.nonce,
  );
}

/**
 * The permit can no longer be redeemed once its deadline passed in chain time; a slot that is taken
 * needs no filling.
 */
function isPast(route: Route, sighting: Sighting | null): boolean {
  if (route.permit === null || sighting === null) return false;
  if (sighting.mined !== null || sighting.isNonceTaken) return false;
  return BigInt(sighting.timestampSec) > route.permit.deadline;
}

async function credit(
  ports: TransferPorts,
  route: Route,
  pull: Transaction,
  allowance: Transaction | undefined,
  sighting: Sighting,
  signal: AbortSignal,
): Promise<Turn> {
  const { mined } = sighting;
  if (mined === null) return later(ports.clock.now());
  const arrived = movedUnits(mined, pull.expects);
  // A noop in the pull's place, or a token that moved nothing: no money came, so none is owed.
  if (arrived === 0n) {
    const earlier = await earlierPulls(ports, route, pull);
    const notPulled =
      earlier.length === 0 ? 'proven' : await proveNotPulled(ports, route, earlier, signal);
    if (notPulled === 'unproven') return waitUnproven(ports, route);
    if (notPulled === 'found') {
      await ports.store.run('pull-empty', (tx) => settleMined(tx, pull, mined));
      return moved(route);
    }
    const failed = await ports.store.run('pull-empty', async (tx) => {
      await settleMined(tx, pull, mined);
      return failRoute(ports, tx, route, {
        code: 'PULL_EXPIRED',
        reason: 'the permit expired before the pull was mined',
        stage: stages.notPulled,
      });
    });
    return { kind: 'ended', route: failed };
  }
  const seenAllowance = allowance === undefined ? null : await seeNow(ports, allowance);
  const next = await ports.store.run('credit-pull', async (tx) => {
    await settleMined(tx, pull, mined);
    if (allowance !== undefined && seenAllowance?.mined != null)
      await settleMined(tx, allowance, seenAllowance.mined);
    await holdCredited(ports, tx, route, asUnits(arrived), mined.block);
    // A route that had failed already gave its float back: what a reorg brought after all is
    // returned.
    const goesOn =
      route.failure === null
        ? ({ phase: 'running', stage: stages.sending } as const)
        : ({ phase: 'refunding', stage: stages.refunding } as const);
    return tx.transfers.moveRoute(
      route,
      { ...goesOn, credited: asUnits(arrived), srcTx: mined.hash },
      ports.clock.now(),
    );
  });
  return moved(next);
}

/**
 * From its block on the float's balance shows the payer's money, which is no inventory until
 * delivered.
 */
async function holdCredited(
  ports: TransferPorts,
  tx: TransferUnit,
  route: Route,
  units: Units,
  block: number,
): Promise<void> {
  if (route.plan.pullTo !== 'float') return;
  const hold = (await tx.transactions.reservationsOf(route.id)).find(
    (one) => one.id === holdId(route.id),
  );
  if (hold === undefined)
    return tx.transactions.insertReservation(payersHold(ports, route, units, block));
  // Never later: after a reorg a balance read before it may show the money already.
  return tx.transactions.setReservation(hold.id, {
    units,
    countsFromBlock: Math.min(hold.countsFromBlock, block),
  });
}

async function seeNow(ports: TransferPorts, transaction: Transaction): Promise<Sighting | null> {
  const signedTransactions = await ports.store.reads.transactions.signedTransactionsOf([
    carrierOf(transaction),
  ]);
  return ports.watch.until(
    transaction,
    signedTransactions.map((one) => one.hash),
    (one) => one.mined !== null,
    ports.policy.rebroadcastAfterMs,
  );
}

async function reverted(
  ports: TransferPorts,
  route: Route,
  pull: Transaction,
  allowance: Transaction | undefined,
  sighting: Sighting | null,
): Promise<Turn> {
  const mined = sighting?.mined;
  if (mined == null) return later(ports.clock.now());
  const seenAllowance = allowance === undefined ? null : await seeNow(ports, allowance);
  const mayWorkAlone = await isTied(ports, pull);
  // What made it revert may be an earlier pull that happened after all.
  const mayHavePulled = (await earlierPulls(ports, route, pull)).length > 0;
  const next = await ports.store.run('pull-reverted', async (tx) => {
    await settleMined(tx, pull, mined);
    if (allowance !== undefined && seenAllowance?.mined != null)
      await settleMined(tx, allowance, seenAllowance.mined);
    const gasCostWei = mined.gasCostWei + (seenAllowance?.mined?.gasCostWei ?? 0n);
    await chargeRevert(ports, tx, { chain: pull.chain, client: route.client, gasCostWei });
    if (mayWorkAlone || mayHavePulled) return route;
    return failRoute(ports, tx, route, {
      code: 'PULL_REVERTED',
      stage: stages.notPulled,
      reason:
        "the pull reverted on chain; the payer's balance, allowance or permit changed after the check",
    });
  });
  return next.phase === 'ended' ? { kind: 'ended', route: next } : moved(next);
}

/** Whether it could only happen together with a rail's call, which may be what failed. */
async function isTied(ports: TransferPorts, { routeId, batch }: Transaction): Promise<boolean> {
  return (
    batch !== null &&
    (await ports.store.reads.transactions.transactionsOf(routeId)).some(
      (one) => one.purpose === 'call' && one.batch?.bundle === batch.bundle,
    )
  );
}

async function earlierPulls(
  ports: TransferPorts,
  route: Route,
  pull: Transaction,
): Promise<readonly Transaction[]> {
  return (await pullTransactions(ports, route)).filter(
    (one) => one.purpose === 'pull' && one.id !== pull.id,
  );
}

/**
 * What was sent came to nothing, which is proven: the same permit may be redeemed under a new
 * nonce.
 */
async function pullAgain(
  ports: TransferPorts,
  route: Route,
  pulls: readonly Transaction[],
  signal: AbortSignal,
): Promise<Turn> {
  const { permit } = route;
  if (permit === null || pulls.length > ports.policy.maxAttempts) {
    return giveUp(ports, route, pulls, 'the pull lost its place too often', signal);
  }
  if (!isServed(ports, route.order.lane.to)) {
    return giveUp(ports, route, pulls, `${route.order.lane.to} is not served any more`, signal);
  }
  const verdict = await ports.custody.verifyPermit(permit, signal);
  if (!verdict.ok) return giveUp(ports, route, pulls, verdict.reason, signal);
  const pendingUnits = await ports.store.reads.transactions.pendingPulls(
    permit.chain,
    permit.token,
    permit.owner,
  );
  const prepared = await ports.custody.prepare(
    {
      kind: 'pull',
      permit,
      allowance: route.allowance,
      to: pulledTo(route.plan),
      pendingUnits,
      then: [],
    },
    signal,
  );
  if (!prepared.ok) return giveUp(ports, route, pulls, prepared.reason, signal);
  const committed = await ports.store.run('commit-pull', async (tx) => {
    const one = await commitTransactions(ports, tx, route.id, pullStep, prepared.value);
    return {
      transactions: one,
      route: await tx.transfers.moveRoute(route, { stage: stages.receiving }, ports.clock.now()),
    };
  });
  await sendCommitted(ports, committed.transactions, signal);
  return moved(committed.route);
}

/** A refusal says that the permit cannot be redeemed now, not that no pull of ours redeemed it. */
async function giveUp(
  ports: TransferPorts,
  route: Route,
  pulls: readonly Transaction[],
  reason: string,
  signal: AbortSignal,
): Promise<Turn> {
  // The permit may be spent by a pull of ours that the store has lost.
  await judgeAccountsOf(ports, route, signal);
  switch (await proveNotPulled(ports, route, pulls, signal)) {
    case 'found':
      return moved(
        await ports.store.run('pull-found', (tx) =>
          tx.transfers.moveRoute(route, { stage: stages.receiving }, ports.clock.now()),
        ),
      );
    case 'unproven':
      return waitUnproven(ports, route);
    case 'proven': {
      const failed = await ports.store.run('pull-impossible', (tx) =>
        failRoute(ports, tx, route, { code: 'PULL_REVERTED', reason, stage: stages.notPulled }),
      );
      return { kind: 'ended', route: failed };
    }
  }
}
