import { carrierOf, type Effect, type Envelope, unplaced } from '@interline/kernel';
import { reopenDisplaced } from '../../transactions/index.ts';
import type { MoneyPorts } from '../money-ports.ts';
import type { Route } from '../route.ts';
import { keepQuarantined } from './keep-quarantined.ts';

/**
 * The route's effects as the chain shows them: one that seemed displaced, and is in a block after
 * all, is open again.
 */
export async function reviewEffects(
  ports: MoneyPorts,
  route: Route,
  signal: AbortSignal,
): Promise<readonly Effect[]> {
  const effects = await ports.store.reads.transactions.effectsOf(route.id);
  const envelopes = await ports.store.reads.transactions.envelopesOf(effects.map(carrierOf));
  const displaced = effects.filter(
    ({ state, nonce }) => state === 'displaced' && nonce !== unplaced,
  );
  for (const [chain, some] of Map.groupBy(displaced, (one) => one.chain)) {
    const watched = some.map((effect) => ({
      effect,
      hashes: ofEffect(envelopes, effect).map(({ hash }) => hash),
    }));
    const reading = await ports.custody.observe(chain, watched, signal);
    if (reading.effects.some((one) => one.receiptOwed !== null))
      throw keepQuarantined(
        `a transaction of it is in a block of ${chain}, and no node has its receipt yet`,
      );
    const mined = reading.effects
      .filter((one) => one.mined !== null)
      .map(({ effectId }) => effectId);
    for (const effect of some.filter(({ id }) => mined.includes(id))) {
      await ports.store.run('reopen-displaced', (tx) =>
        reopenDisplaced(tx, effect, ofEffect(envelopes, effect).at(-1)),
      );
    }
  }
  return ports.store.reads.transactions.effectsOf(route.id);
}

function ofEffect(envelopes: readonly Envelope[], effect: Effect): readonly Envelope[] {
  return envelopes.filter(({ effectId }) => effectId === carrierOf(effect));
}
