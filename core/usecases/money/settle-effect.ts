import type { Effect } from '@interline/domain';
import type { JournalWriter, MinedReading } from '@interline/ports';
import { gasClaimId } from './commit-effects.ts';

/** Within the caller's unit: the effect is in a block, its gas has left the account. */
export async function settleMined(tx: JournalWriter, effect: Effect, mined: MinedReading): Promise<void> {
  await tx.moveEffect(effect.id, 'open', { state: mined.isSuccess ? 'mined' : 'reverted', minedHash: mined.hash, minedBlock: mined.block });
  await tx.markMined(effect.chain, effect.account, effect.nonce);
  await tx.settleReservation(gasClaimId(effect.id), mined.block);
}

/** Within the caller's unit: another transaction took the nonce, so ours never costs anything. */
export async function settleDisplaced(tx: JournalWriter, effect: Effect): Promise<void> {
  await tx.moveEffect(effect.id, 'open', { state: 'displaced' });
  await tx.releaseReservation(gasClaimId(effect.id));
}
