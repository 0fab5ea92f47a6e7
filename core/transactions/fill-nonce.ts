import type { Effect, Envelope } from '@interline/kernel';
import type { TransactionPorts } from './ports.ts';
import { sendCommitted } from './commit-effects.ts';
import { insertReplacement, sealReplacement } from './replacement.ts';

/**
 * A reserved nonce is never dropped: where its purpose is gone, a transaction that does nothing
 * takes its place. Committed before it is sent, and dearer than what was sent before, so that it
 * wins. False when it cannot be made now.
 */
export async function fillNonce(
  ports: TransactionPorts,
  effect: Effect,
  signal: AbortSignal,
): Promise<boolean> {
  // One that fails inside a batch harms nothing else in it.
  if (effect.batch !== null) return true;
  const envelopes = await ports.store.reads.transactions.envelopesOf([effect.id]);
  if (envelopes.some(isNoop)) return true;
  const last = envelopes.at(-1);
  if (last === undefined) return false;
  const dearer = await ports.custody.bump(last, signal);
  const prepared = await ports.custody.prepare(
    { kind: 'noop', chain: effect.chain, role: effect.role },
    signal,
  );
  const noop = prepared.ok ? prepared.value[0] : undefined;
  if (noop === undefined || dearer === null) return false;
  const tx = {
    ...noop.tx,
    maxFeePerGas: dearer.maxFeePerGas,
    maxPriorityFeePerGas: dearer.maxPriorityFeePerGas,
  };
  const envelope = sealReplacement(ports, effect, last, { ...noop, tx });
  const isNew = await ports.store.run('commit-noop', (unit) =>
    insertReplacement(unit, effect, last, envelope),
  );
  if (!isNew) return false;
  await sendCommitted(ports, [{ effect, envelope }], signal);
  ports.log.info('nonce-filled', {
    routeId: effect.routeId,
    chain: effect.chain,
    nonce: effect.nonce,
  });
  return true;
}

/** A transfer of nothing from the account to itself. */
export function isNoop(envelope: Envelope): boolean {
  return envelope.tx.to === envelope.account;
}
