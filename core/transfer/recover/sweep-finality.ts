import {
  carrierOf,
  type ChainRef,
  type Effect,
  finalityOf,
  isRelayError,
  type Reservation,
} from '@interline/kernel';
import type { ChainReading, EffectReading, MinedReading, WatchedEffect } from '@interline/ports';
import type { TransferUnit } from '../repository.ts';
import { gasClaimId, movedUnits, StaleEffect, warnUnseen } from '../../transactions/index.ts';
import type { MoneyPorts } from '../money-ports.ts';
import { StaleRoute } from '../repository.ts';
import { claimId, holdId } from '../settle/route-reservations.ts';
import { reopenEffect } from './reopen-effect.ts';

/** By one sweep of a chain: each takes many requests. */
const searchesAtMost = 8;

/**
 * Checks every mined effect that is not deep enough yet: final, still there, moved to another
 * block, or gone in a reorg or ending otherwise there.
 */
export async function sweepFinality(ports: MoneyPorts, signal: AbortSignal): Promise<void> {
  const mined = (await ports.store.reads.transactions.watchedEffects()).filter(
    (effect) => effect.state === 'mined' || effect.state === 'reverted',
  );
  const served = mined.filter((effect) => ports.custody.chains.includes(effect.chain));
  const byChain = Map.groupBy(served, (effect) => effect.chain);
  await Promise.all(
    [...byChain].map(async ([chain, effects]) => {
      try {
        await sweepChain(ports, chain, effects, signal);
      } catch (error) {
        ports.log.warn('sweep-postponed', {
          chain,
          code: isRelayError(error) ? error.code : 'INTERNAL',
          fault: error instanceof Error ? error.name : 'unknown',
        });
      }
    }),
  );
}

async function sweepChain(
  ports: MoneyPorts,
  chain: ChainRef,
  effects: readonly Effect[],
  signal: AbortSignal,
): Promise<void> {
  const envelopes = await ports.store.reads.transactions.envelopesOf([
    ...new Set(effects.map(carrierOf)),
  ]);
  const hashes = Map.groupBy(envelopes, (one) => one.effectId);
  const watched = effects.map((effect): WatchedEffect => ({
    effect,
    hashes: (hashes.get(carrierOf(effect)) ?? []).map((one) => one.hash),
  }));
  const reading = await ports.custody.observe(chain, watched, signal);
  const seen = new Map(reading.effects.map((one) => [one.effectId, one]));
  const standing: Effect[] = [];
  const missing: WatchedEffect[] = [];
  for (const one of watched) {
    const now = seen.get(one.effect.id);
    if (now === undefined) continue;
    const isKnown = now.mined !== null || isSlotFree(one.effect, now, reading);
    if (!isKnown && now.isNonceTaken && now.receiptOwed === null) missing.push(one);
    if (isKnown && (await mend(ports, one.effect, now.mined, signal))) standing.push(one.effect);
  }
  for (const one of inTurn(missing, reading.block)) {
    if (await isDisplaced(ports, one, signal)) await mend(ports, one.effect, null, signal);
  }
  const final = standing.flatMap((effect) => finalOf(ports, effect, seen.get(effect.id), reading));
  if (final.length === 0) return;
  await ports.store.run('mark-final', async (tx) => {
    for (const effect of final) {
      await tx.transactions.moveEffect(effect.id, effect, { isFinal: true });
      if (effect.purpose === 'payout') await freeHold(tx, effect.routeId);
    }
  });
}

/**
 * The chain that was read is past the effect's block and has its slot free again: a reorg took it.
 * A node that lags shows neither.
 */
function isSlotFree({ minedBlock }: Effect, seen: EffectReading, { block }: ChainReading): boolean {
  return !seen.isNonceTaken && block >= (minedBlock ?? 0);
}

/**
 * From another place with each block, in no order that the blocks between two sweeps could hit
 * again and again.
 */
function inTurn(missing: readonly WatchedEffect[], block: number): readonly WatchedEffect[] {
  const scattered = Math.imul(block, 2_654_435_761) >>> 0;
  const first = missing.length === 0 ? 0 : scattered % missing.length;
  return [...missing.slice(first), ...missing.slice(0, first)].slice(0, searchesAtMost);
}

/** Its receipt is missing: late, or after a reorg another transaction has its slot. */
async function isDisplaced(
  ports: MoneyPorts,
  watched: WatchedEffect,
  signal: AbortSignal,
): Promise<boolean> {
  const consumer = await ports.custody.consumerOf(watched, null, signal);
  if (consumer.kind === 'found') return !watched.hashes.includes(consumer.hash);
  warnUnseen(ports.log, watched.effect, consumer.reason);
  return false;
}

/** Whether it stands as it was seen. */
async function mend(
  ports: MoneyPorts,
  effect: Effect,
  mined: MinedReading | null,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    // Gone from the chain that was read, or there with another end: a reorg took what we saw.
    if (!endsAsSeen(effect, mined) || (await hasLostItsTransfer(ports, effect, mined))) {
      await reopenEffect(ports, effect, signal);
      return false;
    }
    if (mined.block !== effect.minedBlock) await moveBlock(ports, effect, mined.block);
    return true;
  } catch (error) {
    // Its route moved meanwhile; the next sweep looks again, and this one goes on.
    if (!(error instanceof StaleEffect) && !(error instanceof StaleRoute)) throw error;
    return false;
  }
}

/**
 * Its route ended by what it moved, and in the block that a reorg put it into it succeeds and moves
 * less.
 */
async function hasLostItsTransfer(
  { store }: MoneyPorts,
  { routeId, expects }: Effect,
  mined: MinedReading,
): Promise<boolean> {
  if (expects === null || movedUnits(mined, expects) >= expects.units) return false;
  const route = await store.reads.transfers.route(routeId);
  return (
    route?.phase === 'ended' &&
    (route.status === 'DONE' ? route.destTx : route.refundTx) === mined.hash
  );
}

/** The effect in the block it was seen in, where that is deep enough. */
function finalOf(
  ports: MoneyPorts,
  effect: Effect,
  seen: EffectReading | undefined,
  reading: ChainReading,
): readonly Effect[] {
  if (seen === undefined || !endsAsSeen(effect, seen.mined)) return [];
  const isDeep =
    reading.block - seen.mined.block >= finalityOf(ports.policy.finality, effect.chain).finalDepth;
  return isDeep ? [{ ...effect, minedBlock: seen.mined.block }] : [];
}

/**
 * Another envelope of the same nonce is another end: of a pull and what fills its nonce only one
 * brings money.
 */
function endsAsSeen(effect: Effect, mined: MinedReading | null): mined is MinedReading {
  return (
    mined !== null &&
    mined.hash === effect.minedHash &&
    mined.isSuccess === (effect.state === 'mined')
  );
}

/** The payout is there for good, so what was pulled for it is inventory now. */
async function freeHold(tx: TransferUnit, routeId: string): Promise<void> {
  if ((await tx.transfers.route(routeId))?.status === 'DONE')
    await tx.transactions.releaseReservation(holdId(routeId));
}

/** The same end in another block: from that one on a balance shows what it moved. */
async function moveBlock(ports: MoneyPorts, effect: Effect, block: number): Promise<void> {
  await ports.store.run('block-moved', async (tx) => {
    await tx.transactions.moveEffect(effect.id, effect, { minedBlock: block });
    for (const reservation of await tx.transactions.reservationsOf(effect.routeId)) {
      if (reservation.state === 'settled' && isSettledBy(reservation, effect))
        await tx.transactions.settleReservation(reservation.id, block);
      if (effect.purpose === 'pull' && reservation.id === holdId(effect.routeId))
        await tx.transactions.setReservation(reservation.id, {
          countsFromBlock: Math.min(reservation.countsFromBlock, block),
        });
    }
  });
}

function isSettledBy({ id, routeId }: Reservation, effect: Effect): boolean {
  return (
    id === gasClaimId(effect.id) ||
    (effect.purpose === 'payout' && id === claimId(routeId)) ||
    (effect.purpose === 'refund' && id === holdId(routeId))
  );
}
