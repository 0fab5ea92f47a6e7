import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Route } from '@interline/core/transfer';
import type { Hex, PermitKey } from '@interline/kernel';
import type {
  Accounts,
  BooksAudit,
  StoreAudit,
  ServiceOrder,
  ServiceStart,
  ServiceWord,
} from './process-messages.ts';

/** A service in a process of its own. */
export interface ServiceProcess {
  /** Resolves when the service is ready; rejects when it dies first or says why it cannot start. */
  start(order: ServiceStart): Promise<{ readonly url: string; readonly accounts: Accounts }>;
  /** As the store has them, in the order of the keys; null for one that was never accepted. */
  routes(keys: readonly PermitKey[]): Promise<readonly (Route | null)[]>;
  /** Whether its transactions go out in batches by now. */
  isMerging(): Promise<boolean>;
  audit(routeIds: readonly string[]): Promise<StoreAudit>;
  books(): Promise<BooksAudit>;
  /** Those of the hashes that the store knows no signed transaction of. */
  strangers(hashes: readonly Hex[]): Promise<readonly Hex[]>;
  /**
   * When it was ready, and when each route was first changed by a commit since it started, on this
   * process's clock.
   */
  readonly readyAtMs: () => number;
  readonly movedAtMs: ReadonlyMap<string, number>;
  /** Resolves when the process is gone: with what killed it, or null where it ended by itself. */
  readonly death: Promise<NodeJS.Signals | null>;
  kill(): Promise<void>;
}

type Answer<K extends ServiceWord['kind']> = Extract<ServiceWord, { kind: K }>;

const entry = fileURLToPath(new URL('./crashing-service.ts', import.meta.url));

/** Forks the process and lets it load its code; it does nothing until it is started. */
export function loadService(): ServiceProcess {
  const child = fork(entry, [], {
    execArgv: ['--conditions=interline-source'],
    serialization: 'advanced',
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  const movedAtMs = new Map<string, number>();
  // CAST: what the event gives second.
  const death = once(child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null);
  let readyAtMs = 0;
  let lastAsked: Promise<unknown> = wordOf(child, death, 'loaded');
  // The next `ask` rejects with it; a process that dies unasked is not a fault.
  lastAsked.catch(() => undefined);
  child.on('message', (word: ServiceWord) => {
    if (word.kind === 'ready') readyAtMs = performance.now();
    if (word.kind !== 'moved') return;
    for (const id of word.routeIds) if (!movedAtMs.has(id)) movedAtMs.set(id, performance.now());
  });

  const ask = <K extends ServiceWord['kind']>(order: ServiceOrder, kind: K): Promise<Answer<K>> => {
    const asked = lastAsked.then(() => {
      const answered = wordOf(child, death, kind);
      // It may be dying right now, which `answered` tells.
      if (child.connected) child.send(order, () => undefined);
      return answered;
    });
    lastAsked = asked;
    return asked;
  };
  return {
    movedAtMs,
    death,
    readyAtMs: () => readyAtMs,
    start: (start) => ask({ kind: 'start', start }, 'ready'),
    routes: async (keys) => (await ask({ kind: 'routes', keys }, 'routes')).routes,
    isMerging: async () => (await ask({ kind: 'merging' }, 'merging')).isMerging,
    audit: async (routeIds) => (await ask({ kind: 'audit', routeIds }, 'audit')).audit,
    books: async () => (await ask({ kind: 'books' }, 'books')).books,
    strangers: async (hashes) => (await ask({ kind: 'strangers', hashes }, 'strangers')).hashes,
    async kill() {
      child.kill('SIGKILL');
      await death;
    },
  };
}

/** The process's next word of that kind. Rejects when it fails or dies first. */
function wordOf<K extends ServiceWord['kind']>(
  child: ChildProcess,
  death: Promise<unknown>,
  kind: K,
): Promise<Answer<K>> {
  return new Promise((resolve, reject) => {
    const onWord = (word: ServiceWord): void => {
      if (word.kind !== kind && word.kind !== 'failed') return;
      child.off('message', onWord);
      // CAST: the kind was just compared.
      if (word.kind === kind) resolve(word as Answer<K>);
      else if (word.kind === 'failed') reject(new Error(`the service failed: ${word.reason}`));
    };
    child.on('message', onWord);
    void death.then(() => reject(new ServiceDied('the service process is gone')));
  });
}

export class ServiceDied extends Error {
  override readonly name = 'ServiceDied';
}
