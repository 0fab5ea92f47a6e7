import type { Effect, Envelope } from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import type { TransactionUnit } from './repository.ts';
import type { TransactionPorts } from './ports.ts';
import { StaleEffect } from './repository.ts';
import { isStoreBehind } from './stopped-account.ts';

/**
 * Another envelope for the effect's nonce, later than `last`: which is the last one decides what is
 * outbid next, whatever the clocks of two workers say.
 */
export function sealReplacement(
  { custody, clock }: Pick<TransactionPorts, 'custody' | 'clock'>,
  effect: Effect,
  last: Envelope,
  prepared: Prepared,
): Envelope {
  return custody.seal(
    effect.id,
    prepared,
    effect.nonce,
    Math.max(clock.now(), last.committedAtMs + 1),
  );
}

/**
 * Within the caller's unit: stores a replacement, made to outbid `last`. False where another worker
 * stored one meanwhile (one replacement at a time), or saw the effect settled, so that nothing is
 * left to be replaced, and while the account is stopped because the store is behind the chain.
 */
export async function insertReplacement(
  tx: TransactionUnit,
  effect: Effect,
  last: Envelope,
  replacement: Envelope,
): Promise<boolean> {
  // It could outbid what a lost part of the store has sent in this very place.
  if (isStoreBehind((await tx.transactions.lane(effect.chain, effect.account))?.stopped))
    return false;
  const stored = await tx.transactions.envelopesOf([effect.id]);
  if (stored.at(-1)?.hash !== last.hash || !(await isOpen(tx, effect))) return false;
  await tx.transactions.insertEnvelope(replacement);
  return true;
}

/** And stays so until the unit is over. */
async function isOpen(tx: TransactionUnit, { id }: Effect): Promise<boolean> {
  try {
    await tx.transactions.moveEffect(id, 'open', {});
    return true;
  } catch (error) {
    if (error instanceof StaleEffect) return false;
    throw error;
  }
}
