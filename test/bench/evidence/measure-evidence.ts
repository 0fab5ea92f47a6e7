import { systemEntropy } from '@interline/adapters/entropy';
import { ed25519Signer } from '@interline/adapters/receipt-signer';
import { openStore } from '@interline/adapters/store';
import { checkReceipt } from '@interline/client/evidence';
import { announcingStore } from '@interline/core';
import { entryBytes, issueReceipt } from '@interline/core/evidence';
import { proofText } from '@interline/core/transparency';
import { sampleRoute } from '@interline/http/testing';
import type { LogTile, LogTree } from '@interline/ports';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quietLog } from '../../support/quiet-log.ts';
import { unwatchedLog } from '../../support/unwatched-log.ts';
import { progress } from '../bench-command.ts';

export interface EvidencePlan {
  /** Of the log that proofs are of. */
  readonly entries: number;
  /** Routes that end, each in a unit of its own. */
  readonly ends: number;
  readonly readings: number;
}

export interface EvidenceFound {
  readonly entries: number;
  readonly signedPerSec: number;
  readonly endsPerSec: { readonly without: number; readonly with: number };
  readonly receiptBytes: number;
  readonly proofBytes: number;
  readonly grownPerSec: number;
  readonly proveMs: { readonly p50: number; readonly p99: number };
  readonly checkMs: { readonly p50: number; readonly p99: number };
}

const signer = ed25519Signer(Buffer.alloc(32, 1));
const clock = { now: (): number => Date.now() };

export async function measureEvidence(plan: EvidencePlan): Promise<EvidenceFound> {
  progress(`${plan.ends} routes end, with receipts and without`);
  const ended = await measureEnds(plan);
  progress(`a log of ${plan.entries} entries is grown`);
  return { entries: plan.entries, ...ended, ...(await measureProofs(plan)) };
}

async function measureEnds({
  ends,
}: EvidencePlan): Promise<Pick<EvidenceFound, 'signedPerSec' | 'endsPerSec'>> {
  const folder = mkdtempSync(join(tmpdir(), 'interline-bench-evidence-'));
  const store = await openStore({ file: join(folder, 'journal.db') });
  try {
    const parts = { receiptSigner: signer, entropy: systemEntropy, clock, log: quietLog };
    const issue = issueReceipt({ ...parts, reads: store.reads.evidence });
    const [plain, signing] = [announcingStore(store, clock), announcingStore(store, clock, issue)];
    // In turn, so that what else the machine does falls on both.
    const spent = { without: 0, with: 0 };
    const part = Math.ceil(ends / 10);
    for (let turn = 0; turn < 10; turn += 1) {
      spent.without += await timeOf(() => endRoutes(plain, `a${turn}`, part));
      spent.with += await timeOf(() => endRoutes(signing, `b${turn}`, part));
    }
    return {
      signedPerSec: await signedPerSec(ends),
      endsPerSec: {
        without: (part * 10_000) / spent.without,
        with: (part * 10_000) / spent.with,
      },
    };
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

async function endRoutes(
  store: ReturnType<typeof announcingStore>,
  name: string,
  count: number,
): Promise<void> {
  const one = async (at: number): Promise<void> => {
    const route = sampleRoute({
      id: `rt_${name}_${at}`,
      status: 'DONE',
      stage: 'DELIVERED',
      phase: 'ended',
    });
    const event = { id: `ev_${route.id}`, routeId: route.id, srcTx: null, destTx: null, atMs: 1 };
    await store.run('end', async (tx) => {
      const kept = await tx.transfers.recordEvent({ ...event, kind: 'route.done' });
      if (kept !== null) await tx.announce.routeEnded(kept, route);
    });
  };
  await Promise.all(Array.from({ length: count }, (_, at) => one(at)));
}

async function signedPerSec(count: number): Promise<number> {
  const key = signer.createKey();
  const claims = {
    id: 'rt_0123456789abcdef0123456789abcdef',
    minOut: '24875000',
    of: 'x'.repeat(600),
  };
  const tookMs = await timeOf(async () => {
    for (let at = 0; at < count; at += 1) signer.sign(key, 'interline-receipt+jwt', claims);
  });
  return (count * 1_000) / tookMs;
}

async function measureProofs({
  entries,
  readings,
}: EvidencePlan): Promise<Omit<EvidenceFound, 'entries' | 'signedPerSec' | 'endsPerSec'>> {
  const log = unwatchedLog(() => Date.now());
  const identity = log.createIdentity();
  const key = signer.createKey();
  const receipts = Array.from({ length: readings }, (_, at) => ({
    jws: signer.sign(key, 'interline-receipt+jwt', { id: `rt_${at}`, of: 'x'.repeat(600) }),
    salt: systemEntropy.hex(32),
    place: Math.floor((at * entries) / readings),
  }));
  const hashes = new Map(
    receipts.map(({ jws, salt, place }) => [place, signer.commitmentTo(jws, salt)]),
  );
  const tiles = new Map<string, LogTile>();
  const readTile: LogTree['readTile'] = async (level, place) =>
    tiles.get(`${level}/${place}`)?.hashes ?? null;
  const grownMs = await timeOf(async () => {
    for (let size = 0; size < entries; size += 256) {
      const leaves = Array.from({ length: Math.min(256, entries - size) }, (_, at) =>
        entryBytes({ kind: 'receipt', hash: hashes.get(size + at) ?? decoy(size + at) }),
      );
      for (const tile of await log.tilesWith({ size, readTile }, leaves))
        tiles.set(`${tile.level}/${tile.place}`, tile);
    }
  });
  const tree: LogTree = { size: entries, readTile };
  const checkpoint = await log.signCheckpoint(identity, tree);
  const trust = { keys: [{ kid: key.kid, x: key.x }], vkey: log.logKeyOf(identity) };
  const [proveMs, checkMs, sizes]: number[][] = [[], [], []];
  for (const { jws, salt, place } of receipts) {
    const extra = Buffer.from(salt, 'hex').toString('base64');
    let proof = '';
    proveMs?.push(
      await timeOf(async () => {
        const [path = []] = await log.inclusionsOf(tree, place, place + 1);
        proof = proofText({ index: place, path, checkpoint, extra });
      }),
    );
    checkMs?.push(await timeOf(() => checkReceipt({ jws, salt: extra, proof }, trust)));
    sizes?.push(Buffer.byteLength(proof));
  }
  return {
    receiptBytes: Buffer.byteLength(receipts[0]?.jws ?? ''),
    proofBytes: Math.max(...(sizes ?? [])),
    grownPerSec: (entries * 1_000) / grownMs,
    proveMs: quantiles(proveMs ?? []),
    checkMs: quantiles(checkMs ?? []),
  };
}

/** Not drawn at random: here a decoy may be recognised. */
function decoy(at: number): string {
  return at.toString(16).padStart(64, '0');
}

function quantiles(readings: readonly number[]): { readonly p50: number; readonly p99: number } {
  const sorted = [...readings].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}
