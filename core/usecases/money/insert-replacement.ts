import type { Effect, Envelope } from '@interline/domain';
import { type JournalWriter, StaleEffect } from '@interline/ports';

/**
 * Within the caller's unit: stores another envelope for the effect's nonce, made to outbid `last`. False where another worker
 * stored one meanwhile (one replacement at a time), or saw the effect settled, so that nothing is left to be replaced.
 */
export async function insertReplacement(tx: JournalWriter, effect: Effect, last: Envelope, replacement: Envelope): Promise<boolean> {
  const stored = await tx.envelopesOf([effect.id]);
  if (stored.at(-1)?.hash !== last.hash || !await isOpen(tx, effect)) return false;
  await tx.insertEnvelope(replacement);
  return true;
}

/** And stays so until the unit is over. */
async function isOpen(tx: JournalWriter, { id }: Effect): Promise<boolean> {
  try {
    await tx.moveEffect(id, 'open', {});
    return true;
  } catch (error) {
    if (error instanceof StaleEffect) return false;
    throw error;
  }
}
