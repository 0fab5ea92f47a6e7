import { carrierOf, type Effect, finalityOf, isRelayError, unplaced } from '@interline/kernel';
import type { MinedReading } from '@interline/ports';
import {
  type AwaitedEffect,
  awaitEffect,
  fillNonce,
  isNoop,
  movedUnits,
  settleDisplaced,
  settleMined,
  type Sighting,
  StaleEffect,
  verdictOf,
} from '../../transactions/index.ts';
import type { MoneyPorts } from '../money-ports.ts';
import type { Route } from '../route.ts';

const patienceMs = 1_000;

/**
 * Sees open effects through that no step waits for: a pull a reorg took after the payout was
 * committed, a nonce filled after its route ended. Their envelopes go out with everything else that
 * is open.
 */
export async function settleStrays(ports: MoneyPorts, signal: AbortSignal): Promise<void> {
  const open = (await ports.store.reads.transactions.openEffects()).filter(
    ({ nonce, chain }) => nonce !== unplaced && ports.custody.chains.includes(chain),
  );
  await Promise.all(
    [...Map.groupBy(open, ({ routeId }) => routeId)].map(async ([routeId, effects]) => {
      const route = await ports.store.reads.transfers.route(routeId);
      if (route === null) return;
      await Promise.all(
        effects
          .filter((effect) => isStray(effect, route))
          .map((effect) =>
            settleStray(ports, route, effect, signal).catch((error: unknown) =>
              postpone(ports, effect, error),
            ),
          ),
      );
    }),
  );
}

/**
 * One that cannot be seen to now holds up no other; where another worker settled it meanwhile,
 * nothing is left to be done.
 */
function postpone({ log }: MoneyPorts, { routeId, chain }: Effect, error: unknown): void {
  if (error instanceof StaleEffect) return;
  log.warn('stray-postponed', {
    routeId,
    chain,
    code: isRelayError(error) ? error.code : 'INTERNAL',
  });
}

/** Whether the route is past the step that would wait for it. */
function isStray({ step, purpose }: Effect, { phase, cursor }: Route): boolean {
  switch (phase) {
    case 'pulling':
      return false;
    case 'running':
      return step < cursor;
    case 'refunding':
      return purpose !== 'refund';
    case 'ended':
      return true;
  }
}

async function settleStray(
  ports: MoneyPorts,
  route: Route,
  effect: Effect,
  signal: AbortSignal,
): Promise<void> {
  const { verdict, sighting } = await awaited(ports, effect, signal);
  const mined = sighting?.mined ?? null;
  if (mined !== null) {
    await ports.store.run('settle-stray', (tx) => settleMined(tx, effect, mined));
    tellLoss(ports, route, effect, mined);
  } else if (verdict === 'displaced' && sighting !== null) {
    await ports.store.run('stray-displaced', (tx) =>
      settleDisplaced(ports, tx, effect, sighting.watched),
    );
    ports.log.error('stray-displaced', {
      routeId: effect.routeId,
      purpose: effect.purpose,
      chain: effect.chain,
      nonce: effect.nonce,
    });
    tellLoss(ports, route, effect, null);
  } else if (isPastUse(route, effect, sighting)) {
    // It can only revert by now, and what is behind it in the account's queue waits for its nonce.
    await fillNonce(ports, effect, signal);
  }
}

/**
 * What is stuck is outbid as any other, or it blocks the account's queue; but only what brings the
 * payer's money, or does nothing: a payout or a call that came to nothing once was done in another
 * way since, and must not be helped.
 */
async function awaited(
  ports: MoneyPorts,
  effect: Effect,
  signal: AbortSignal,
): Promise<Pick<AwaitedEffect, 'verdict' | 'sighting'>> {
  const envelopes = await ports.store.reads.transactions.envelopesOf([carrierOf(effect)]);
  const last = envelopes.at(-1);
  const isHarmless =
    effect.purpose === 'pull' ||
    effect.purpose === 'allowance' ||
    (effect.batch === null && last !== undefined && isNoop(last));
  if (isHarmless) return awaitEffect(ports, effect, { untilMined: true, patienceMs }, signal);
  const proof = { success: 1, void: finalityOf(ports.policy.finality, effect.chain).confirmations };
  const sighting = await ports.watch.until(
    effect,
    envelopes.map((one) => one.hash),
    (one) => verdictOf(one, proof) !== 'pending',
    patienceMs,
  );
  return { sighting, verdict: sighting === null ? 'pending' : verdictOf(sighting, proof) };
}

function isPastUse({ permit }: Route, { purpose }: Effect, sighting: Sighting | null): boolean {
  return (
    purpose === 'pull' &&
    permit !== null &&
    sighting !== null &&
    BigInt(sighting.timestampSec) > permit.deadline
  );
}

/**
 * The money was paid out, or given back, and a reorg has left us without what was pulled for it.
 */
function tellLoss(
  { log }: MoneyPorts,
  { id, credited }: Route,
  { purpose, chain, nonce, expects }: Effect,
  mined: MinedReading | null,
): void {
  if (purpose !== 'pull' || credited === null) return;
  const isBack = mined !== null && mined.isSuccess && movedUnits(mined, expects) >= credited;
  if (!isBack) log.error('pull-lost', { routeId: id, chain, nonce });
}
