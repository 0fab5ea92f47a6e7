import {
  carrierOf,
  carries,
  type ChainRef,
  finalityOf,
  pulledTo,
  pullStep,
  type SignedPermit,
  type Transaction,
  unplaced,
} from '@interline/kernel';
import { reopenDisplaced, unprovenAdvice } from '../../transactions/index.ts';
import { chargeExcess } from '../budgets/charge-excess.ts';
import { checkPullBudgets, nextPullOf } from '../budgets/check-limits.ts';
import type { TransferPorts } from '../ports.ts';
import { preparePull } from '../prepare-step.ts';
import type { TransferUnit } from '../repository.ts';
import { isRebalance, type Route, stages } from '../route.ts';
import { assertNotPaused } from './assert-not-paused.ts';
import { commitStep, withoutRoom } from './commit-step.ts';
import { type Advance, moved, waitHeld, waitUnproven, type WhyLeft } from './advance.ts';
import { failRoute } from './end-route.ts';
import { judgeAccountsOf } from './judge-accounts-of.ts';
import { isServed } from './leave-gone-chain.ts';

/**
 * No pull was sent, or all sent ones are proven void. The same permit may then be redeemed in a new
 * slot, within the remaining pull budgets. A pull from a standing allowance is not repeated,
 * because the chain does not limit it to one use: a reorg could let both succeed. The payer's
 * account may have deployed code since, which then counts as at acceptance. The float's own
 * transfer is never repeated: no permit keeps a reorg from letting both succeed, and the operator
 * can order another move.
 */
export async function pullAgain(
  ports: TransferPorts,
  route: Route,
  pulls: readonly Transaction[],
  signal: AbortSignal,
): Promise<Advance> {
  if (isRebalance(route)) {
    const reason = 'the transfer of the float to the spender came to nothing';
    return giveUp(ports, route, pulls, { ...reverted, reason }, signal);
  }
  await assertNotPaused(ports.store.reads, route);
  const { permit } = route;
  if (permit?.ceiling !== undefined && pulls.length > 0) {
    const reason = "the pull out of the payer's allowance came to nothing";
    return giveUp(ports, route, pulls, { ...reverted, reason }, signal);
  }
  if (permit === null || pulls.length > ports.policy.maxAttempts) {
    const reason = 'the pull lost its place too often';
    return giveUp(ports, route, pulls, { ...reverted, reason }, signal);
  }
  if (!isServed(ports, route.order.lane.to)) {
    const reason = `${route.order.lane.to} is not served any more`;
    return giveUp(ports, route, pulls, { ...reverted, reason }, signal);
  }
  const verdict = await ports.custody.verifyPermit(permit, signal, { confirmsRefusal: true });
  if (!verdict.ok)
    return giveUp(ports, route, pulls, { ...reverted, reason: verdict.reason }, signal);
  const prepared = await preparePull(
    ports,
    { permit, allowance: route.allowance, to: pulledTo(route.plan), then: [] },
    signal,
    { confirmsRefusal: true },
  );
  if (!prepared.ok)
    return giveUp(ports, route, pulls, { ...reverted, reason: prepared.reason }, signal);
  const next = nextPullOf(prepared.value);
  const by = { client: route.client, payer: permit.owner };
  const commit = {
    unit: 'commit-pull',
    step: pullStep,
    prepared: prepared.value,
    change: {
      stage: stages.receiving,
      ...(next.runsForeignCode ? { permit: { ...permit, ownerHasCode: true as const } } : {}),
    },
    withinBudgets: async (tx: TransferUnit) => {
      await checkPullBudgets(ports, tx, { ...by, chain: permit.chain }, next);
      await chargeExcess(ports, tx, by, prepared.value);
    },
  };
  try {
    return await commitStep(ports, route, commit, signal);
  } catch (error) {
    return withoutRoom(ports, route, error, (why) => giveUp(ports, route, pulls, why, signal));
  }
}

const reverted = { code: 'PULL_REVERTED' } as const;

/**
 * Ends the route as not pulled, once that is proven. A refusal shows only that the permit cannot be
 * redeemed now, not that no pull of ours redeemed it.
 */
async function giveUp(
  ports: TransferPorts,
  route: Route,
  pulls: readonly Transaction[],
  why: WhyLeft,
  signal: AbortSignal,
): Promise<Advance> {
  // A pull of ours that the store has lost may have spent the permit.
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
    case 'not-held':
      return waitHeld(ports, route);
    case 'proven': {
      const failed = await ports.store.run('pull-impossible', (tx) =>
        failRoute(ports, tx, route, { ...why, stage: stages.notPulled }),
      );
      return { kind: 'ended', route: failed };
    }
  }
}

/**
 * - proven: no pull of the route brought anything, and none will
 * - found: one of them was mined after all; it is open again
 * - unproven: we may have the payer's money, so the route must not end
 * - not-held: it looks proven, and must look so for the chain's hold
 */
type NotPulled = 'proven' | 'found' | 'unproven' | 'not-held';

/**
 * Required before a route may end as not pulled. It is proven when every sent pull has reverted, or
 * another transaction that was found consumed its slot (including our own no-op), and the permit's
 * bit is free, or was set by a transaction that brought us none of the payer's tokens.
 */
export async function proveNotPulled(
  ports: TransferPorts,
  route: Route,
  pulls: readonly Transaction[],
  signal: AbortSignal,
): Promise<NotPulled> {
  let isHeld = true;
  for (const pull of pulls) {
    const end = await endOf(ports, pull, signal);
    if (end === 'not-held') isHeld = false;
    else if (end !== 'proven') return end;
  }
  const proven = isHeld ? 'proven' : 'not-held';
  if (route.permit === null) return proven;
  const unredeemed = await provePermit(ports, route.id, pulls, route.permit, signal);
  return unredeemed === 'proven' ? proven : unredeemed;
}

async function endOf(
  ports: TransferPorts,
  pull: Transaction,
  signal: AbortSignal,
): Promise<NotPulled> {
  // A pull that was left out of a multicall was never signed; a reverted one did so in a block that
  // was deep enough.
  if (pull.slot === unplaced || pull.state === 'reverted') return 'proven';
  const signedTransactions = await ports.store.reads.transactions.signedTransactionsOf([
    carrierOf(pull),
  ]);
  const consumer = await ports.watch.consumerOf(
    { transaction: pull, forms: signedTransactions },
    signal,
  );
  if (consumer.kind === 'unseen') return 'unproven';
  const ours = signedTransactions.find((one) => one.hash === consumer.hash);
  const didNothing = ours === undefined || !carries(ours, pull);
  if (didNothing && isDeep(ports, pull.chain, consumer))
    return consumer.isHeld ? 'proven' : 'not-held';
  if (didNothing) return 'unproven';
  if (pull.state !== 'displaced') return 'unproven';
  await ports.store.run('pull-found', (tx) => reopenDisplaced(tx, pull, ours));
  ports.log.error('pull-found', { routeId: pull.owner.id, chain: pull.chain, slot: pull.slot });
  return 'found';
}

/** Whether it is proven that the permit brought us nothing. */
async function provePermit(
  ports: TransferPorts,
  routeId: string,
  pulls: readonly Transaction[],
  permit: SignedPermit,
  signal: AbortSignal,
): Promise<NotPulled> {
  const fate = await ports.watch.fateOf({ custody: ports.custody, permit, pulls }, signal);
  switch (fate.kind) {
    case 'unspent':
      return fate.isHeld ? 'proven' : 'not-held';
    case 'spent-elsewhere':
      if (!isDeep(ports, permit.chain, fate)) return 'unproven';
      return fate.isHeld ? 'proven' : 'not-held';
    case 'redeemed':
      // Redeemed with our key, in a transaction that the store does not have.
      ports.log.error('permit-redeemed', {
        routeId,
        chain: permit.chain,
        hash: fate.hash,
        advice:
          "the payer's money may be with us: look at the transaction, and refund by hand what it brought",
      });
      return 'unproven';
    case 'unseen':
      ports.log.warn('permit-unproven', {
        routeId,
        chain: permit.chain,
        reason: fate.reason,
        ...(fate.range === null ? {} : { from: fate.range.from, to: fate.range.to }),
        advice: unprovenAdvice[fate.reason],
      });
      return 'unproven';
  }
}

function isDeep(
  { policy }: TransferPorts,
  chain: ChainRef,
  { block, head }: { readonly block: number; readonly head: number },
): boolean {
  return head - block + 1 >= finalityOf(policy.finality, chain).confirmations;
}
