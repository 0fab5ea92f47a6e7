import { outboundHttp } from '@interline/adapters/outbound-http';
import { memoryRateLimiter } from '@interline/adapters/rate-limiter';
import { openStore, type Store } from '@interline/adapters/store';
import { rsaIssuer } from '@interline/adapters/token-issuer';
import { transparencyLog, type WitnessSettings } from '@interline/adapters/transparency-log';
import { announcingStore } from '@interline/core';
import { passes } from '@interline/core/passes';
import type { LogIdentity, TransparencyLogPort } from '@interline/ports';
import { type RunningWitness, startWitness } from '@interline/witness';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { believed } from './believed-clock.ts';
import { fastFolder } from './fast-folder.ts';
import { quietLog } from './quiet-log.ts';

type Mint = ReturnType<typeof passes.create>;

/** The module of passes over a real store, a real issuer and witnesses that run, its clock in the hand of the test. */
export interface WatchedMint {
  readonly clock: { ms: number };
  readonly secret: Buffer;
  readonly store: Store;
  readonly witnesses: readonly RunningWitness[];
  readonly mint: Mint;
  readonly log: TransparencyLogPort;
  /** Another process on the same store, its witnesses as they are or others. */
  born(witnesses?: readonly WitnessSettings[], log?: TransparencyLogPort, on?: Store): Mint;
  readonly settingsOf: (witness: RunningWitness) => WitnessSettings;
  logOf(witnesses: readonly WitnessSettings[], quorum?: number): TransparencyLogPort;
  folderOf(witness: RunningWitness | undefined): string;
  /** Every duty once. */
  keep(mint?: Mint): Promise<void>;
  /** Tells the witnesses of the log. */
  introduce(): Promise<void>;
  /** Ends what its logs ask, as a process does that stops. */
  stop(): void;
  close(): Promise<void>;
}

const dayMs = 86_400_000;

export async function openWatchedMint({
  witnesses: count = 3,
  quorum = 2,
  startMs = 20_000 * dayMs,
  secret = randomBytes(32),
  identity,
  store: given,
}: {
  readonly witnesses?: number;
  readonly quorum?: number;
  readonly startMs?: number;
  /** Of a mint that has the keys of another one: its operator, who shows a second log. */
  readonly secret?: Buffer;
  readonly identity?: LogIdentity;
  /** Closed with the mint; a file of its own where left out. */
  readonly store?: Store;
} = {}): Promise<WatchedMint> {
  const folder = mkdtempSync(join(fastFolder, 'interline-mint-'));
  const store = given ?? (await openStore({ file: join(folder, 'journal.db') }));
  if (identity !== undefined) await store.run('open', (tx) => tx.logs.keepIdentity(identity));
  const clock = { ms: startMs };
  const issuer = rsaIssuer({ secret, threads: 1 });
  const http = outboundHttp();
  const stop = new AbortController();
  const witnesses = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      startWitness({
        folder: join(folder, `witness-${at + 1}.example`),
        name: `witness-${at + 1}.example`,
        now: () => Math.floor(clock.ms / 1_000),
      }),
    ),
  );
  const settingsOf = ({ name, url, vkeys }: RunningWitness): WitnessSettings => ({
    name,
    url,
    vkeys,
  });
  const now = (): number => clock.ms;
  const clockOfTest = { now, monotonic: now, sleep: async () => undefined, alarm: () => never };
  const logOf: WatchedMint['logOf'] = (asked, wanted = quorum) =>
    transparencyLog({ secret, witnesses: asked, quorum: wanted, http, now, lifetime: stop.signal });
  const born: WatchedMint['born'] = (
    asked = witnesses.map(settingsOf),
    log = logOf(asked),
    on = store,
  ) =>
    passes.create({
      store: announcingStore(on, clockOfTest),
      issuer,
      transparencyLog: log,
      rateLimiter: memoryRateLimiter(clockOfTest),
      clock: clockOfTest,
      sureTime: believed(clockOfTest),
      log: quietLog,
      deployment: { passes: { enabled: true }, limits: { scale: 1 } },
    });
  const mint = born();
  const log = logOf(witnesses.map(settingsOf));
  return {
    clock,
    secret,
    store,
    witnesses,
    mint,
    log,
    born,
    settingsOf,
    logOf,
    folderOf: (witness) => join(folder, witness?.name ?? ''),
    async keep(one = mint) {
      for (const duty of one.duties) await duty.run();
    },
    async introduce() {
      const logKey = await mint.mintLogKey();
      for (const witness of witnesses) await witness.addLog(logKey);
    },
    stop: () => stop.abort(),
    async close() {
      stop.abort();
      await Promise.all(witnesses.map((witness) => witness.stop()));
      await issuer.close();
      await http.close();
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const never = { rang: new Promise<void>(() => undefined), cancel: () => undefined };
