import type { Entropy, LogTree, ReceiptSigner, TransparencyLogPort } from '@interline/ports';
import type { OpenLog } from '../transparency/index.ts';
import { entryBytes, type LogEntry } from './log-entry.ts';
import type { EvidenceStore, EvidenceUnit, KeptReceipt } from './repository.ts';

export interface SequenceParts {
  readonly store: EvidenceStore;
  readonly transparencyLog: Pick<
    TransparencyLogPort,
    'leafHashOf' | 'tilesWith' | 'signCheckpoint'
  >;
  readonly receiptSigner: Pick<ReceiptSigner, 'commitmentTo' | 'thumbprintOf' | 'hashOf'>;
  readonly entropy: Entropy;
}

/** Most entries of one unit, decoys included: the event loop waits for that many. */
const mostAtOnce = 256;
/** At least so many, so that a quiet minute does not reveal that a single route ended in it. */
const fewestAtOnce = 4;

/**
 * Gives all waiting entries their places in the log: in random order, with decoys up to a power of two, so
 * that neither reveals which end is which, or how many there were. Places, entries, tiles and the checkpoint
 * of exactly that tree commit in one unit.
 */
export async function sequenceEntries(parts: SequenceParts, log: OpenLog): Promise<void> {
  let isMore = true;
  while (isMore)
    isMore = await parts.store.run('sequence-entries', (tx) => sequenceSome(parts, tx, log));
}

interface Waiting {
  readonly entry: LogEntry;
  /** Called with its place; left out for keys and decoys. */
  readonly of?:
    { readonly receipt: Pick<KeptReceipt, 'routeId' | 'number'> } | { readonly epoch: string };
}

async function sequenceSome(
  parts: SequenceParts,
  tx: EvidenceUnit,
  log: OpenLog,
): Promise<boolean> {
  const { transparencyLog, receiptSigner, entropy } = parts;
  const others = await waitingBeside(parts, tx);
  const receipts = await tx.evidence.waitingReceipts(mostAtOnce - others.length);
  const found: readonly Waiting[] = [
    ...others,
    ...receipts.map((receipt) => ({
      entry: {
        kind: 'receipt' as const,
        hash: receiptSigner.commitmentTo(receipt.jws, receipt.salt),
      },
      of: { receipt },
    })),
  ];
  if (found.length === 0) return false;

  const size = await tx.evidence.logSize();
  const placed = shuffled([...found, ...decoysBeside(found.length, entropy)], entropy).map(
    (one, at) => ({ ...one, place: size + at, bytes: entryBytes(one.entry) }),
  );
  await tx.evidence.appendEntries(
    placed.map(({ entry, place, bytes }) => ({
      ...entry,
      place,
      leafHash: transparencyLog.leafHashOf(bytes),
    })),
  );
  await tellPlaces(tx, placed);

  const tree: LogTree = {
    size,
    readTile: (level, place) => tx.logs.tile(log.path, level, place),
  };
  const tiles = await transparencyLog.tilesWith(
    tree,
    placed.map(({ bytes }) => bytes),
  );
  await tx.logs.keepTiles(log.path, tiles);
  const grown = { ...tree, size: size + placed.length };
  const note = await transparencyLog.signCheckpoint(log, grown);
  await tx.evidence.keepHead({ name: 'signed', path: log.path, size: grown.size, note });
  return found.length === mostAtOnce;
}

async function tellPlaces(
  { evidence }: EvidenceUnit,
  placed: readonly (Pick<Waiting, 'of'> & { readonly place: number })[],
): Promise<void> {
  await evidence.placeReceipts(
    placed.flatMap(({ of, place }) =>
      of !== undefined && 'receipt' in of
        ? [{ routeId: of.receipt.routeId, number: of.receipt.number, place }]
        : [],
    ),
  );
  for (const { of, place } of placed)
    if (of !== undefined && 'epoch' in of) await evidence.placeReserves(of.epoch, place);
}

/** Keys that sign receipts, and reserves of days, that are not in the log yet. */
async function waitingBeside(
  { transparencyLog, receiptSigner }: SequenceParts,
  { evidence }: EvidenceUnit,
): Promise<readonly Waiting[]> {
  const waiting: Waiting[] = [];
  for (const { kid } of await evidence.receiptKeys()) {
    const entry: LogEntry = { kind: 'receipt-key', hash: receiptSigner.thumbprintOf(kid) };
    const leafHash = transparencyLog.leafHashOf(entryBytes(entry));
    if ((await evidence.entryOf(leafHash)) === null) waiting.push({ entry });
  }
  for (const { epoch, jws } of await evidence.waitingReserves())
    waiting.push({ entry: { kind: 'reserves', hash: receiptSigner.hashOf(jws) }, of: { epoch } });
  return waiting;
}

function decoysBeside(found: number, entropy: Entropy): readonly Waiting[] {
  const count = Math.max(fewestAtOnce, 2 ** Math.ceil(Math.log2(found))) - found;
  return Array.from({ length: count }, () => ({
    entry: { kind: 'receipt', hash: entropy.hex(32) },
  }));
}

function shuffled<T>(all: readonly T[], entropy: Entropy): readonly T[] {
  // Sorted by random keys of 128 bits: no two are alike.
  return all
    .map((one) => ({ one, key: entropy.hex(16) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ one }) => one);
}
