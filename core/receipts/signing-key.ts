import type { ReceiptSigner, SealedReceiptKey } from '@interline/ports';
import type { ReadSureTime } from '../sure-time/index.ts';
import type { ReceiptKey, ReceiptStore, ReceiptView } from './repository.ts';

interface KeyParts {
  readonly store: ReceiptStore;
  readonly receiptSigner: Pick<ReceiptSigner, 'createKey'>;
  /** A key is destroyed and the next one drawn by it. */
  readonly sureTime: { readonly now: ReadSureTime };
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
  sureTime,
}: KeyParts): Promise<SealedReceiptKey> {
  const nowMs = await sureTime.now();
  const current = await currentIn(store.reads, nowMs);
  if (current !== null) return current;
  return store.run('draw-receipt-key', async (tx) => {
    const drawn = await currentIn(tx, nowMs);
    if (drawn !== null) return drawn;
    const { sealed, ...publicKey } = receiptSigner.createKey();
    const seq = (await tx.receipts.receiptKeys()).length + 1;
    const window = { notBeforeMs: nowMs, notAfterMs: nowMs + keyLifetimeMs };
    await tx.receipts.insertReceiptKey({ ...publicKey, seq, ...window }, sealed);
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
