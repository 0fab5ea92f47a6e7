import {
  asUnits,
  carrierOf,
  confirmationsFor,
  type Effect,
  type Envelope,
  finalityOf,
  houseRoute,
  maxCostWei,
  unplaced,
} from '@interline/kernel';
import type { TransactionPorts } from './ports.ts';
import type { Sighting } from './chain-watch.ts';
import { signedEnvelope } from './commit-effects.ts';
import { gasClaimId } from './gas-claim.ts';
import { insertReplacement, sealReplacement } from './replacement.ts';
import { isStoreBehind } from './stopped-account.ts';
import { type Verdict, verdictOf } from './verdict-of.ts';

export interface AwaitedEffect {
  /** As it is now: one that waited for a batch has its place in it. */
  readonly effect: Effect;
  readonly verdict: Verdict;
  readonly sighting: Sighting | null;
}

export interface AwaitOptions {
  /**
   * What a pull is worth, for the depth it needs before money of ours leaves (null: unknown, which
   * counts as much); left out for what we send, whose reorg is ours to mend.
   */
  readonly pulledUsd?: number | null;
  /** For what only has to free its nonce: being in a block is enough, whatever its end there. */
  readonly untilMined?: boolean;
  readonly patienceMs: number;
}

/**
 * Watches a committed effect until something is proven or patience ends; then sends it again,
 * dearer when it is stuck.
 */
export async function awaitEffect(
  ports: TransactionPorts,
  given: Effect,
  options: AwaitOptions,
  signal: AbortSignal,
): Promise<AwaitedEffect> {
  const effect =
    given.nonce === unplaced ? await ports.batcher.placed(given, options.patienceMs) : given;
  // Still waiting for its batch, or left out of one: its route looks again.
  if (effect === null || effect.state !== 'open')
    return { effect: effect ?? given, verdict: 'pending', sighting: null };
  const row = finalityOf(ports.policy.finality, effect.chain);
  const proof = {
    success: options.pulledUsd === undefined ? 1 : confirmationsFor(row, options.pulledUsd),
    void: row.confirmations,
  };
  const isEnough = (one: Sighting): boolean =>
    verdictOf(one, proof) !== 'pending' || (options.untilMined === true && one.mined !== null);
  const deadline = ports.clock.now() + options.patienceMs;
  let sighting: Sighting | null = null;
  for (let left = options.patienceMs; left >= 0; left = deadline - ports.clock.now()) {
    const envelopes = await ports.store.reads.transactions.envelopesOf([carrierOf(effect)]);
    const patience = Math.min(left, ports.policy.rebroadcastAfterMs);
    sighting = await ports.watch.until(
      effect,
      envelopes.map((one) => one.hash),
      isEnough,
      patience,
    );
    if (sighting !== null && isEnough(sighting))
      return { effect, verdict: verdictOf(sighting, proof), sighting };
    // No bytes and no fee can do anything for a slot that is taken.
    const canBeMined = sighting?.mined == null && sighting?.isNonceTaken !== true;
    if (canBeMined && patience > 0) await sendAgain(ports, effect, signal);
    if (signal.aborted || left === 0) break;
  }
  return { effect, verdict: 'pending', sighting };
}

/** Identical bytes are always safe to repeat. A fee bump is committed before it is sent. */
async function sendAgain(
  ports: TransactionPorts,
  effect: Effect,
  signal: AbortSignal,
): Promise<void> {
  if (
    isStoreBehind(
      (await ports.store.reads.transactions.lane(effect.chain, effect.account))?.stopped,
    )
  )
    return;
  if (effect.batch !== null) return ports.batcher.nudge(effect.chain, effect.role);
  const waiting: Envelope[] = [];
  for (const one of [...(await precedingEffects(ports, effect)), effect])
    waiting.push(...(await currentEnvelopes(ports, one, signal)));
  await ports.sender.send(
    await Promise.all(waiting.map((one) => signedEnvelope(ports, one, signal))),
  );
}

/**
 * What the same account sends for the same route before it: one that is lost, or too cheap, is a
 * gap that nothing behind it can pass.
 */
async function precedingEffects(
  ports: TransactionPorts,
  effect: Effect,
): Promise<readonly Effect[]> {
  // What serves no route is never read as a whole: it grows with every batch.
  const others =
    effect.routeId === houseRoute
      ? await ports.store.reads.transactions.openEffects()
      : await ports.store.reads.transactions.effectsOf(effect.routeId);
  return others.filter(
    (one) =>
      one.state === 'open' &&
      one.chain === effect.chain &&
      one.account === effect.account &&
      one.batch === null &&
      one.nonce < effect.nonce,
  );
}

/** The dearer replacement of an effect that is stuck, else all that it has. */
async function currentEnvelopes(
  ports: TransactionPorts,
  effect: Effect,
  signal: AbortSignal,
): Promise<readonly Envelope[]> {
  const envelopes = await ports.store.reads.transactions.envelopesOf([effect.id]);
  const last = envelopes.at(-1);
  if (
    last === undefined ||
    ports.clock.now() - last.committedAtMs < ports.policy.bumpAfterMs ||
    envelopes.length > ports.policy.maxBumps
  )
    return envelopes;
  const replacement = await commitReplacement(ports, effect, last, signal);
  if (replacement === null) return envelopes;
  // It is not outbid any more: what waits behind it in the account's queue waits for gas to get
  // cheaper.
  if (envelopes.length === ports.policy.maxBumps) {
    const { routeId, purpose, chain, nonce } = effect;
    ports.log.error('bumps-spent', { routeId, purpose, chain, nonce });
  }
  return [replacement];
}

async function commitReplacement(
  ports: TransactionPorts,
  effect: Effect,
  last: Envelope,
  signal: AbortSignal,
): Promise<Envelope | null> {
  const tx = await ports.custody.bump(last, signal).catch(() => null);
  if (tx === null) return null;
  const prepared = {
    purpose: effect.purpose,
    chain: effect.chain,
    role: effect.role,
    account: effect.account,
    tx,
    expects: effect.expects,
    block: 0,
  };
  const envelope = sealReplacement(ports, effect, last, prepared);
  const isNew = await ports.store.run('commit-replacement', async (unit) => {
    if (!(await insertReplacement(unit, effect, last, envelope))) return false;
    await unit.transactions.setReservation(gasClaimId(effect.id), {
      units: asUnits(maxCostWei(tx)),
    });
    return true;
  });
  return isNew ? envelope : null;
}
