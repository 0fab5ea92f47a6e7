import { type ChainRef, type Effect, finalityOf } from '@interline/domain';
import type { ChainReading, EffectReading } from '@interline/ports';
import type { MoneyPorts } from '../money/money-ports.ts';
import { reopenEffect } from './reopen-effect.ts';

/** Checks every mined effect that is not deep enough yet: final, still there, moved to another block, or gone in a reorg. */
export async function sweepFinality(ports: MoneyPorts, signal: AbortSignal): Promise<void> {
  const mined = (await ports.reader.watchedEffects()).filter((effect) => effect.state === 'mined' || effect.state === 'reverted');
  const byChain = Map.groupBy(mined, (effect) => effect.chain);
  await Promise.all([...byChain].map(async ([chain, effects]) => {
    try {
      await sweepChain(ports, chain, effects, signal);
    } catch {
      ports.log.warn('chain-silent', { chain });
    }
  }));
}

async function sweepChain(ports: MoneyPorts, chain: ChainRef, effects: readonly Effect[], signal: AbortSignal): Promise<void> {
  const envelopes = await ports.reader.envelopesOf(effects.map((effect) => effect.id));
  const hashes = Map.groupBy(envelopes, (one) => one.effectId);
  const reading = await ports.custody.observe(chain, effects.map((effect) => ({ effect, hashes: (hashes.get(effect.id) ?? []).map((one) => one.hash) })), signal);
  const seen = new Map(reading.effects.map((one) => [one.effectId, one]));
  const final = effects.filter((effect) => isFinal(ports, effect, seen.get(effect.id), reading));
  if (final.length > 0) {
    await ports.work.run('mark-final', async (tx) => {
      for (const effect of final) await tx.moveEffect(effect.id, effect.state, { isFinal: true });
    });
  }
  for (const effect of effects) {
    const one = seen.get(effect.id);
    if (one === undefined || final.includes(effect)) continue;
    // Absent from the very node and block that was read: a reorg took it, and its bytes go out again.
    if (one.mined === null) await reopenEffect(ports, effect, signal);
    else if (one.mined.block !== effect.minedBlock) await moveBlock(ports, effect, one.mined.block);
  }
}

function isFinal(ports: MoneyPorts, effect: Effect, seen: EffectReading | undefined, reading: ChainReading): boolean {
  if (seen?.mined == null) return false;
  return reading.block - seen.mined.block >= finalityOf(ports.policy.finality, effect.chain).finalDepth;
}

async function moveBlock(ports: MoneyPorts, effect: Effect, block: number): Promise<void> {
  await ports.work.run('block-moved', (tx) => tx.moveEffect(effect.id, effect.state, { minedBlock: block }));
}
