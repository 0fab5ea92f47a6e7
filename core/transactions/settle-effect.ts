import { carrierOf, type Effect, type Envelope, type Hex } from '@interline/kernel';
import type { MinedReading } from '@interline/ports';
import type { TransactionUnit } from './repository.ts';
import type { TransactionPorts } from './ports.ts';
import { stopBehind } from './stop-account.ts';
import { gasClaim, gasClaimId } from './gas-claim.ts';

/**
 * Within the caller's unit: the effect is in a block, its gas has left the account. Throws
 * `StaleEffect` where a reorg has taken it since it was read.
 */
export async function settleMined(
  tx: TransactionUnit,
  effect: Effect,
  mined: MinedReading,
): Promise<void> {
  await tx.transactions.moveEffect(effect.id, effect, {
    state: mined.isSuccess ? 'mined' : 'reverted',
    minedHash: mined.hash,
    minedBlock: mined.block,
  });
  await tx.transactions.markMined(effect.chain, effect.account, effect.nonce);
  // What rides in a batch has no gas of its own.
  if (effect.batch === null)
    await tx.transactions.settleReservation(gasClaimId(effect.id), mined.block);
}

/**
 * Within the caller's unit: another transaction took the nonce, so ours never costs anything.
 * Proven only for the envelopes that were watched: where another worker committed a further one
 * meanwhile, nothing is settled. What took the nonce may be a payment of ours that the store has
 * lost, so nothing is done again before an operator has looked.
 */
export async function settleDisplaced(
  ports: Pick<TransactionPorts, 'clock' | 'log'>,
  tx: TransactionUnit,
  effect: Effect,
  watched: readonly Hex[],
): Promise<void> {
  const envelopes = await tx.transactions.envelopesOf([carrierOf(effect)]);
  if (envelopes.some((one) => !watched.includes(one.hash))) return;
  await tx.transactions.moveEffect(effect.id, effect, { state: 'displaced' });
  await tx.transactions.releaseReservation(gasClaimId(effect.id));
  await stopBehind(
    ports,
    tx,
    effect,
    `a transaction that the store does not know took number ${effect.nonce} of this account`,
  );
}

/**
 * Within the caller's unit: it was found in a block after all, as the envelope, whose gas is
 * claimed again until its end settles that.
 */
export async function reopenDisplaced(
  tx: TransactionUnit,
  effect: Effect,
  envelope: Envelope | undefined,
): Promise<void> {
  await tx.transactions.moveEffect(effect.id, effect, { state: 'open' });
  // What rides in a batch has no gas of its own.
  if (effect.batch === null && envelope !== undefined)
    await tx.transactions.insertReservation(gasClaim(effect.routeId, effect.id, envelope));
}
