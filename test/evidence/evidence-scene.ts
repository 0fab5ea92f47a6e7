import { systemEntropy } from '@interline/adapters/entropy';
import { rowSealer } from '@interline/adapters/hpke';
import { sumTrees } from '@interline/adapters/liability-tree';
import { ed25519Signer } from '@interline/adapters/receipt-signer';
import { openStore, type Store } from '@interline/adapters/store';
import { announcingStore } from '@interline/core';
import { evidence, issueReceipt } from '@interline/core/evidence';
import { receiptOf, type Route } from '@interline/core/transfer';
import { sampleRoute } from '@interline/http/testing';
import { RelayError } from '@interline/kernel';
import type {
  AddressProofs,
  CustodyPort,
  LiabilityTrees,
  Log,
  TransparencyLogPort,
} from '@interline/ports';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { believed } from '../support/believed-clock.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { quietLog } from '../support/quiet-log.ts';
import { unwatchedLog } from '../support/unwatched-log.ts';

/** The module over a real store; routes end by the announcement that transfer makes. */
export interface EvidenceScene {
  readonly clock: { ms: number };
  readonly store: Store;
  readonly signer: ReturnType<typeof ed25519Signer>;
  readonly announcing: ReturnType<typeof announcingStore>;
  readonly evidence: ReturnType<typeof evidence.create>;
  /** The ids of routes that ended. */
  readonly ended: readonly string[];
  /** As transfer announces it, in a unit of its own. */
  end(change?: Partial<Route>): Promise<Route>;
  reopen(route: Route): Promise<void>;
  /** One turn of the duty that keeps the log. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

let ids = 0;

export async function openEvidenceScene(
  change: {
    /** Closed with the scene; a file of its own where left out. */
    readonly store?: Store;
    readonly transparencyLog?: TransparencyLogPort;
    /** The privacy secret of this process. */
    readonly secret?: Uint8Array;
    readonly log?: Log;
    /** That of the clock where left out. */
    readonly sureMs?: () => number;
    readonly liabilityTrees?: LiabilityTrees;
    readonly addressProofs?: AddressProofs;
    /** Wraps what commits: for tests of what stops half-way. */
    readonly wrap?: (store: Store) => Store;
  } = {},
): Promise<EvidenceScene> {
  const opened =
    change.store === undefined
      ? await openOwnStore()
      : { store: change.store, close: async () => undefined };
  const { store } = opened;
  const clock = { ms: Date.UTC(2026, 10, 23, 12) };
  const now = (): number => clock.ms;
  const clockOfTest = { now, monotonic: now, sleep: async () => undefined, alarm: () => never };
  const signer = ed25519Signer(change.secret ?? Buffer.alloc(32, 1));
  const routes = new Map<string, Route>();
  const ended: string[] = [];
  const log = change.log ?? quietLog;
  const parts = { receiptSigner: signer, entropy: systemEntropy, clock: clockOfTest, log };
  const announcing = announcingStore(
    change.wrap?.(store) ?? store,
    clockOfTest,
    issueReceipt({ ...parts, reads: store.reads.evidence }),
  );
  const made = evidence.create({
    ...parts,
    store: announcing,
    sureTime: believed({ now: change.sureMs ?? now }),
    rowSealer,
    custody: noChains,
    addressProofs: change.addressProofs ?? { prove: async () => null },
    books: {
      async showStatement({ fromDay, toDay, by }) {
        const total = { profitMicroUsd: 0n, volumeMicroUsd: 12_345_678n, unpriced: 0 };
        return { fromDay, toDay, by, rows: [], groups: [], total };
      },
    },
    lifetime: new AbortController().signal,
    liabilityTrees: change.liabilityTrees ?? sumTrees,
    transparencyLog: change.transparencyLog ?? unwatchedLog(now),
    messaging: { assertEnabled: () => undefined },
    transfer: {
      async readRoute(id) {
        const route = routes.get(id);
        if (route === undefined) throw new RelayError('UNKNOWN_ROUTE');
        return receiptOf(route, now());
      },
    },
    deployment: { evidence: { enabled: true } },
  });
  return {
    clock,
    store,
    signer,
    announcing,
    evidence: made,
    ended,
    async end(change = {}) {
      ids += 1;
      const id = change.id ?? `rt_${String(ids).padStart(32, '0')}`;
      const version = (routes.get(id)?.version ?? 0) + 1;
      const route = sampleRoute({
        status: 'DONE',
        stage: 'DELIVERED',
        phase: 'ended',
        updatedAtMs: clock.ms,
        ...change,
        id,
        version,
      });
      const { srcTx, destTx } = route;
      const event = { id: `ev_${id}_${version}`, routeId: id, srcTx, destTx, atMs: clock.ms };
      await announcing.run('end', async (tx) => {
        await tx.announce.routeEnded({ ...event, kind: 'route.done' }, route);
      });
      routes.set(id, route);
      ended.push(id);
      return route;
    },
    async reopen(route) {
      routes.set(route.id, { ...route, status: 'BRIDGING', version: route.version + 1 });
    },
    async tick() {
      await made.duties.find(({ name }) => name === 'receipt-log')?.run();
    },
    close: () => opened.close(),
  };
}

async function openOwnStore(): Promise<{ readonly store: Store; close(): Promise<void> }> {
  const folder = mkdtempSync(join(fastFolder, 'interline-evidence-'));
  const store = await openStore({ file: join(folder, 'journal.db') });
  return {
    store,
    async close() {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Nothing is looked up on a chain here. */
const noChains = { chains: [], roleOf: () => 'float' } as unknown as CustodyPort; // CAST: as the line above says.
const never = { rang: new Promise<void>(() => undefined), cancel: () => undefined };
