import { type AccountRole, evmChain } from '@interline/kernel';
import { parts } from '@interline/server';
import type { Harness } from './harness.ts';

/** Dearer than anything that the service offers on a devnet. */
const dearest = { maxFeeRate: 10n ** 13n, tip: 9n * 10n ** 12n };

/** Takes a slot of an account of ours with a transaction that the store knows nothing of. */
export async function takeSlot(
  harness: Pick<Harness, 'container'>,
  chainId: number,
  role: AccountRole,
  slot: number,
): Promise<void> {
  const { custody, noop } = await preparedNoop(harness, chainId, role);
  const dear = { ...noop, tx: { ...noop.tx, ...dearest } };
  await custody.broadcast([custody.seal(content, dear, slot, 0)]);
}

/** Sends a transaction of an account of ours, in its next slot, that the store knows nothing of. */
export async function sendUnknown(
  harness: Pick<Harness, 'container'>,
  chainId: number,
  role: AccountRole,
): Promise<void> {
  const { custody, noop } = await preparedNoop(harness, chainId, role);
  const { pending } = await custody.queue(noop.chain, noop.account, never);
  const { reads } = harness.container.get(parts.store);
  const known = await reads.transactions.account(noop.chain, noop.account);
  // What the store has allotted may not have reached the node yet.
  const slot = Math.max(pending, known?.nextSlot ?? 0);
  await custody.broadcast([custody.seal(content, noop, slot, 0)]);
}

const content = { transactionId: 'ef_elsewhere', movements: [] };
const never = new AbortController().signal;

async function preparedNoop(
  { container }: Pick<Harness, 'container'>,
  chainId: number,
  role: AccountRole,
) {
  const custody = container.get(parts.custody);
  const prepared = await custody.prepare({ kind: 'noop', chain: evmChain(chainId), role }, never);
  const noop = prepared.ok ? prepared.value[0] : undefined;
  if (noop === undefined) throw new Error('a no-op can always be prepared');
  return { custody, noop };
}
