import type { Clock, ReceiptSigner, SealedReceiptKey } from '@interline/ports';
import type { ReceiptKey, ReceiptStore, ReceiptView } from './repository.ts';

interface KeyParts {
  readonly store: ReceiptStore;
  readonly receiptSigner: Pick<ReceiptSigner, 'createKey'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** How long a key signs: 90 days. */
const keyLifetimeMs = 7_776_000_000;

/** Every key that ever signed, the current one last. */
export type ReceiptKeys = () => Promise<readonly ReceiptKey[]>;

export function receiptKeys(parts: KeyParts): ReceiptKeys {
  return async () => {
    await signingKey(parts);
    return parts.store.reads.receipts.receiptKeys();
  };
}

/** The key that signs now, drawn where its time has come; processes that draw at once keep one. */
export async function signingKey({
  store,
  receiptSigner,
  clock,
}: KeyParts): Promise<SealedReceiptKey> {
  const current = await currentIn(store.reads, clock.now());
  if (current !== null) return current;
  return store.run('draw-receipt-key', async (tx) => {
    const drawn = await currentIn(tx, clock.now());
    if (drawn !== null) return drawn;
    const { sealed, ...publicKey } = receiptSigner.createKey();
    const notBeforeMs = clock.now();
    const seq = (await tx.receipts.receiptKeys()).length + 1;
    const notAfterMs = notBeforeMs + keyLifetimeMs;
    await tx.receipts.insertReceiptKey({ ...publicKey, seq, notBeforeMs, notAfterMs }, sealed);
    return { ...publicKey, sealed };
  });
}

async function currentIn(
  { receipts }: ReceiptView,
  nowMs: number,
): Promise<SealedReceiptKey | null> {
  const last = (await receipts.receiptKeys()).at(-1);
  if (last === undefined || last.notAfterMs <= nowMs) return null;
  const sealed = await receipts.sealedReceiptKey(last.seq);
  return sealed === null ? null : { kid: last.kid, x: last.x, sealed };
}
