import { carrierOf, type Effect, finalityOf, type Route, unplaced } from '@interline/domain';
import { StaleEffect } from '@interline/ports';
import type { MoneyPorts } from '../money/money-ports.ts';
import { settleDisplaced, settleMined } from '../money/settle-effect.ts';
import { verdictOf } from '../money/verdict-of.ts';

const patienceMs = 1_000;

/**
 * Sees open effects through that no step waits for: a pull a reorg took after the payout was committed, a nonce filled
 * after its route ended. Their envelopes go out with everything else that is open.
 */
export async function settleStrays(ports: MoneyPorts): Promise<void> {
  const open = (await ports.reader.openEffects()).filter(({ nonce, chain }) => nonce !== unplaced && ports.custody.chains.includes(chain));
  await Promise.all([...Map.groupBy(open, ({ routeId }) => routeId)].map(async ([routeId, effects]) => {
    const route = await ports.reader.route(routeId);
    const strays = route === null ? [] : effects.filter((effect) => isStray(effect, route));
    await Promise.all(strays.map((effect) => settleStray(ports, effect).catch(unlessStale)));
  }));
}

/** Whoever settled it meanwhile saw the same. */
function unlessStale(error: unknown): void {
  if (!(error instanceof StaleEffect)) throw error;
}

/** Whether the route is past the step that would wait for it. */
function isStray({ step, purpose }: Effect, { phase, cursor }: Route): boolean {
  switch (phase) {
    case 'pulling': return false;
    case 'running': return step < cursor;
    case 'refunding': return purpose !== 'refund';
    case 'ended': return true;
  }
}

async function settleStray(ports: MoneyPorts, effect: Effect): Promise<void> {
  const envelopes = await ports.reader.envelopesOf([carrierOf(effect)]);
  const proof = { success: 1, void: finalityOf(ports.policy.finality, effect.chain).confirmations };
  const sighting = await ports.watch.until(effect, envelopes.map((one) => one.hash), (one) => verdictOf(one, proof) !== 'pending', patienceMs);
  const mined = sighting?.mined;
  if (mined != null) await ports.work.run('settle-stray', (tx) => settleMined(tx, effect, mined));
  else if (sighting !== null && verdictOf(sighting, proof) === 'displaced') {
    await ports.work.run('stray-displaced', (tx) => settleDisplaced(tx, effect, sighting.watched));
    ports.log.error('stray-displaced', { routeId: effect.routeId, purpose: effect.purpose, chain: effect.chain, nonce: effect.nonce });
  }
}
