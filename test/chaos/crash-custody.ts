import type { EffectPurpose, Envelope, Hex } from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import type { CrashMoment, SentAs } from './crash-points.ts';
import type { CrashTrigger } from './crash-trigger.ts';

/** Custody that dies around the broadcast, or after the receipt, that it is told. */
export function crashCustody(custody: CustodyPort, trigger: CrashTrigger): CustodyPort {
  const sealed = new Map<string, { readonly purpose: EffectPurpose; readonly firstHash: Hex }>();
  const sent = new Set<Hex>();
  const mined = new Set<string>();

  const sentAs = ({ effectId, hash }: Envelope): SentAs | null => {
    const effect = sealed.get(effectId);
    if (effect === undefined) return null;
    // What makes batches possible is outbid on a slow machine before any route has begun, and
    // nobody is armed for that.
    return effect.firstHash === hash || effect.purpose === 'deploy' || effect.purpose === 'delegate'
      ? effect.purpose
      : 'replacement';
  };
  /** How many envelopes of the batch go out before the process dies; null where it lives on. */
  const cutOf = (envelopes: readonly Envelope[]): number | null => {
    for (const [index, envelope] of envelopes.entries()) {
      if (sent.has(envelope.hash)) continue;
      sent.add(envelope.hash);
      const of = sentAs(envelope);
      const isAt =
        (edge: 'before' | 'after') =>
        (moment: CrashMoment): boolean =>
          moment.at === 'broadcast' && moment.of === of && moment.edge === edge;
      if (trigger.isDue(isAt('before'))) return index;
      if (trigger.isDue(isAt('after'))) return index + 1;
    }
    return null;
  };

  return {
    ...custody,
    seal(effectId, prepared, nonce, nowMs) {
      const envelope = custody.seal(effectId, prepared, nonce, nowMs);
      if (!sealed.has(effectId))
        sealed.set(effectId, { purpose: prepared.purpose, firstHash: envelope.hash });
      return envelope;
    },
    async broadcast(envelopes) {
      const cut = cutOf(envelopes);
      if (cut === null) return custody.broadcast(envelopes);
      const outcomes = await custody.broadcast(envelopes.slice(0, cut));
      trigger.die();
      return outcomes;
    },
    async observe(chain, watched, signal) {
      const reading = await custody.observe(chain, watched, signal);
      for (const { effectId } of reading.effects.filter(
        (one) => one.mined !== null && !mined.has(one.effectId),
      )) {
        mined.add(effectId);
        const purpose = watched.find(({ effect }) => effect.id === effectId)?.effect.purpose;
        if (trigger.isDue((moment) => moment.at === 'receipt' && moment.of === purpose))
          trigger.die();
      }
      return reading;
    },
  };
}
