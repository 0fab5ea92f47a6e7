import type { Log, ReceiptSigner, SealedReceiptKey } from '@interline/ports';
import type { ReadSureTime } from '../sure-time/index.ts';
import type {
  EndingUnit,
  EvidenceReads,
  EvidenceStore,
  EvidenceWrites,
  ReceiptKey,
} from './repository.ts';

export interface KeyParts {
  readonly store: EvidenceStore;
  readonly receiptSigner: Pick<ReceiptSigner, 'createKey' | 'opens'>;
  /** The time by which a key is destroyed and the next one generated. */
  readonly sureTime: { readonly now: ReadSureTime };
  readonly log: Pick<Log, 'error'>;
}

/** How long a key signs: 90 days. */
const keyLifetimeMs = 7_776_000_000;

/** Every key that ever signed, the current one last. */
export type ReceiptKeys = () => Promise<readonly ReceiptKey[]>;

/** Generates the next key first where it is due; of processes that do so at once, one key is kept. */
export function receiptKeys(parts: KeyParts): ReceiptKeys {
  return async () => {
    await drawWhere(parts, isOver);
    return parts.store.reads.evidence.receiptKeys();
  };
}

/**
 * Generates the next key also where the last one does not open, as after the privacy secret was replaced.
 * Only a duty calls this: two processes with different secrets would each replace the other's key.
 */
export function keepReceiptKey(parts: KeyParts): () => Promise<void> {
  const { store, receiptSigner, log } = parts;
  return async () => {
    if (!(await opensLastKey(store.reads.evidence, receiptSigner)))
      log.error('receipt-key-does-not-open');
    await drawWhere(
      parts,
      async (evidence, nowMs) =>
        (await isOver(evidence, nowMs)) || !(await opensLastKey(evidence, receiptSigner)),
    );
  };
}

/** True before there is a key. */
export async function opensLastKey(
  reads: Pick<EvidenceReads, 'receiptKeys' | 'sealedReceiptKey'>,
  receiptSigner: Pick<ReceiptSigner, 'opens'>,
): Promise<boolean> {
  const key = await lastKeyIn(reads);
  return key === null || receiptSigner.opens(key);
}

type IsDue = (evidence: EvidenceReads, nowMs: number) => Promise<boolean>;

const isOver: IsDue = async (evidence, nowMs) =>
  ((await evidence.receiptKeys()).at(-1)?.notAfterMs ?? 0) <= nowMs;

async function drawWhere(
  { store, receiptSigner, sureTime }: KeyParts,
  isDue: IsDue,
): Promise<void> {
  const nowMs = await sureTime.now();
  if (!(await isDue(store.reads.evidence, nowMs))) return;
  await store.run('draw-receipt-key', async ({ evidence }) => {
    if (await isDue(evidence, nowMs)) await drawKey(evidence, receiptSigner, nowMs);
  });
}

/** The key that signs; null before there is one. */
export async function lastKeyIn(
  reads: Pick<EvidenceReads, 'receiptKeys' | 'sealedReceiptKey'>,
): Promise<SealedReceiptKey | null> {
  const last = (await reads.receiptKeys()).at(-1);
  if (last === undefined) return null;
  const sealed = await reads.sealedReceiptKey(last.seq);
  return sealed === null ? null : { kid: last.kid, x: last.x, sealed };
}

/** For a route that ends before the duty has generated a key; this destroys nothing. */
export async function drawFirstKey(
  { evidence }: Pick<EndingUnit, 'evidence'>,
  receiptSigner: Pick<ReceiptSigner, 'createKey'>,
  nowMs: number,
): Promise<SealedReceiptKey> {
  return (await lastKeyIn(evidence)) ?? drawKey(evidence, receiptSigner, nowMs);
}

async function drawKey(
  evidence: EvidenceWrites,
  receiptSigner: Pick<ReceiptSigner, 'createKey'>,
  nowMs: number,
): Promise<SealedReceiptKey> {
  const drawn = receiptSigner.createKey();
  const { sealed, ...publicKey } = drawn;
  const seq = (await evidence.receiptKeys()).length + 1;
  const window = { notBeforeMs: nowMs, notAfterMs: nowMs + keyLifetimeMs };
  await evidence.insertReceiptKey({ ...publicKey, seq, ...window }, sealed);
  return drawn;
}
