import { type AccountRole, evmChain } from '@interline/kernel';
import { parts } from '@interline/server';
import type { Harness } from './harness.ts';

/** Sends a transaction of an account of ours, in its next slot, that the store knows nothing of. */
export async function sendUnknown(
  { container }: Pick<Harness, 'container'>,
  chainId: number,
  role: AccountRole,
): Promise<void> {
  const custody = container.get(parts.custody);
  const never = new AbortController().signal;
  const chain = evmChain(chainId);
  const prepared = await custody.prepare({ kind: 'noop', chain, role }, never);
  const noop = prepared.ok ? prepared.value[0] : undefined;
  if (noop === undefined) throw new Error('a no-op can always be prepared');
  const { pending } = await custody.nonces(chain, noop.account, never);
  const known = await container.get(parts.store).reads.transactions.account(chain, noop.account);
  // What the store has allotted may not have reached the node yet.
  const slot = Math.max(pending, known?.nextNonce ?? 0);
  const content = { transactionId: 'ef_elsewhere', movements: [] };
  await custody.broadcast([custody.seal(content, noop, slot, 0)]);
}
