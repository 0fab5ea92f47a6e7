import type {
  Log,
  LogTree,
  LogIdentity,
  TransparencyLogPort,
  TokenIssuerPort,
} from '@interline/ports';
import type { ReadSureTime } from '../../sure-time/index.ts';
import { cosignedBy, openLogs } from '../../transparency/index.ts';
import { keyLifetimeMs, nextKeyStart, type PassKey } from '../key-ring.ts';
import type { MintLeaf, PassStore, PassWrites } from '../repository.ts';
import { type HeadCore, headText, leafText, passSuite } from './mint-text.ts';
import { mayAsk, needsFreshCheckpoint, quorumMs, signsFromMs } from './rotation.ts';

export interface MintParts {
  readonly store: PassStore;
  readonly issuer: Pick<TokenIssuerPort, 'createKey'>;
  readonly transparencyLog: TransparencyLogPort;
  /**
   * Used for creating keys and asking witnesses. What they write is permanent, and a wrong time
   * would block the next key.
   */
  readonly sureTime: ReadSureTime;
  readonly log: Log;
}

/**
 * Creates the due key, writes its leaf, asks the witnesses and publishes its head. The next call
 * continues an interrupted run: a leaf that witnesses refused is shown to them again, and no other
 * leaf is ever written for its key. Throws `STORE_DOWN`.
 */
export type AdvanceMint = () => Promise<void>;

export function advanceMint(parts: MintParts): AdvanceMint {
  const { store, sureTime } = parts;
  return async () => {
    const identity = await openLogs(parts);
    await drawDueKey(parts, identity);
    const [record, leaves] = await Promise.all([
      store.reads.passes.mintLog(),
      store.reads.passes.mintLeaves(),
    ]);
    const nowMs = await sureTime();
    if (record === null || !mayAsk(record, leaves, nowMs)) return;
    for (const leaf of leaves.filter(({ published }) => published === null))
      if (!(await publish(parts, identity, leaf, leaves))) return;
    if (needsFreshCheckpoint(record, parts.transparencyLog.quorum, nowMs))
      await askAgain(parts, identity, leaves);
  };
}

/** Key and leaf are in one unit, so that every key has a leaf. Of two processes, one creates it. */
async function drawDueKey(
  { store, issuer, sureTime }: MintParts,
  { origin }: LogIdentity,
): Promise<void> {
  const [keys, leaves] = await Promise.all([
    store.reads.passes.passKeys(),
    store.reads.passes.mintLeaves(),
  ]);
  const nowMs = await sureTime();
  const isDue = nextKeyStart(keys, nowMs) !== null;
  if (!isDue && leaves.length === keys.length) return;

  const drawn = isDue ? await issuer.createKey() : null;
  await store.run('draw-pass-key', async ({ passes }) => {
    const ring = await passes.passKeys();
    const notBeforeMs = nextKeyStart(ring, nowMs);
    if (drawn !== null && notBeforeMs !== null) {
      const { publicKey, thumb, sealed } = drawn;
      const key: PassKey = {
        seq: ring.length + 1,
        thumb,
        publicKey,
        notBeforeMs,
        notAfterMs: notBeforeMs + keyLifetimeMs,
        signsFromMs: null,
        isDestroyed: false,
      };
      if (!(await passes.insertPassKey(key, sealed))) return;
    }
    await writeLeaves(passes, origin);
  });
}

async function writeLeaves(passes: PassWrites, origin: string): Promise<void> {
  const [ring, leaves] = [await passes.passKeys(), await passes.mintLeaves()];
  for (const [at, key] of ring.entries())
    if (at >= leaves.length)
      await passes.appendLeaf(key.seq, leafText(origin, headCore(key, ring[at - 1] ?? null)));
}

function headCore(key: PassKey, previous: PassKey | null): HeadCore {
  return {
    v: 2,
    seq: key.seq,
    thumb: key.thumb,
    notBefore: key.notBeforeMs,
    notAfter: key.notAfterMs,
    suite: passSuite,
    prevThumb: previous?.thumb ?? null,
    prevNotBefore: previous?.notBeforeMs ?? null,
    // One leaf per key, and keys are numbered from 1, so the previous head's position is its
    // number.
    prevWitSeq: previous?.seq ?? 0,
  };
}

/** False if too few witnesses cosigned the log up to this leaf. */
async function publish(
  parts: MintParts,
  identity: LogIdentity,
  leaf: MintLeaf,
  leaves: readonly MintLeaf[],
): Promise<boolean> {
  const { store, transparencyLog, sureTime } = parts;
  const tree = transparencyLog.treeOf(leaves.slice(0, leaf.seq).map(({ text }) => text));
  const watched = await askWitnesses(parts, identity, tree, 1);
  if (watched === null) return false;

  const ring = await store.reads.passes.passKeys();
  const key = ring.find(({ seq }) => seq === leaf.seq);
  if (key === undefined)
    throw new Error(`the mint log has a leaf for key ${leaf.seq}, which is gone`);
  const head = {
    ...headCore(key, ring.find(({ seq }) => seq === leaf.seq - 1) ?? null),
    witnessSlot: identity.origin,
    witSeq: tree.size,
    witRoot: await transparencyLog.rootOf(tree),
  };
  const text = headText(transparencyLog.fingerprintOf(identity.sigPub), head);
  const sig = { sigPub: identity.sigPub, ...transparencyLog.signHead(identity, text) };
  const atMs = await sureTime();
  await store.run('publish-mint-head', ({ passes }) =>
    passes.publishHead({
      head: { ...head, sig },
      checkpoint: watched.checkpoint,
      signsFromMs: signsFromMs(key, watched.quorumMs ?? atMs),
      atMs,
    }),
  );
  return true;
}

/** The same tree with a new cosignature, because callers reject a checkpoint that is a week old. */
async function askAgain(
  parts: MintParts,
  identity: LogIdentity,
  leaves: readonly MintLeaf[],
): Promise<void> {
  const tree = parts.transparencyLog.treeOf(leaves.map(({ text }) => text));
  const watched = await askWitnesses(parts, identity, tree, 0);
  if (watched === null) return;
  const atMs = await parts.sureTime();
  await parts.store.run('keep-mint-checkpoint', ({ passes }) =>
    passes.keepCheckpoint(watched.checkpoint, atMs),
  );
}

/** The mint log's path among the logs. */
const mintPath = 'mint';

/** Null, and counted, if too few cosigned. */
async function askWitnesses(
  { store, sureTime, ...parts }: MintParts,
  identity: LogIdentity,
  tree: LogTree,
  refusedRotations: 0 | 1,
): Promise<{ readonly checkpoint: string; readonly quorumMs: number | null } | null> {
  const atMs = await sureTime();
  const watched = await cosignedBy(
    { store, ...parts },
    { ...identity, path: mintPath },
    {
      tree,
      nowMs: atMs,
      leavesNow: async () => (await store.reads.passes.mintLeaves()).length,
    },
  );
  if (watched !== null)
    return {
      checkpoint: watched.checkpoint,
      quorumMs: quorumMs(watched.cosigned, parts.transparencyLog.quorum),
    };
  await store.run('note-unwitnessed', ({ passes }) =>
    passes.noteUnwitnessed(atMs, refusedRotations),
  );
  return null;
}
