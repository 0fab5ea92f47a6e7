import { setTimeout as pause } from 'node:timers/promises';
import { type ServiceClient, serviceClient } from '@interline/cli';
import type { ArmedCrash } from './crash-trigger.ts';
import type { Accounts, ServiceStart } from './process-messages.ts';
import type { ServicePool } from './service-pool.ts';
import type { ServiceProcess } from './service-process.ts';

/** A service that is brought up again on the same folder and port when it dies. */
export interface GuardedService {
  readonly client: ServiceClient;
  readonly accounts: Accounts;
  /** Asks the process that serves, once it is ready; where it dies meanwhile, the next one. */
  ask<T>(question: (alive: ServiceProcess) => Promise<T>): Promise<T>;
  /** How often it died. */
  deaths(): number;
  /** Dies now, where the armed moment never came. Resolves once the next process is ready. */
  kill(): Promise<void>;
  /** Ends it for good. */
  stop(): Promise<void>;
}

/** A connection may break before its process is known to be dead. */
const deathIsKnownAfterMs = 500;

export interface GuardOptions {
  /** By how often it died before. */
  readonly startOf: (life: number) => Omit<ServiceStart, 'crash'>;
  /** What each life is armed with; the lives after them are not. */
  readonly crashes: readonly ArmedCrash[];
  readonly onDeath: () => void;
  /** What happens to its store before it is brought up again. */
  readonly whileDown: () => Promise<void>;
  readonly onRestart: () => void;
}

export async function guardService(
  pool: ServicePool,
  { startOf, crashes, onDeath, whileDown, onRestart }: GuardOptions,
): Promise<GuardedService> {
  let deaths = 0;
  let isStopping = false;
  const bringUp = async () => {
    const service = pool.take();
    void service.death.then((signal) => {
      if (isStopping) return;
      if (signal !== 'SIGKILL') {
        current = Promise.reject(
          new Error(`the service ended by itself (${signal ?? 'no signal'})`),
        );
        current.catch(() => undefined);
        return;
      }
      deaths += 1;
      onDeath();
      current = whileDown()
        .then(bringUp)
        .then(({ service: next }) => next);
      // A failed start rejects for its waiters.
      current.then(onRestart, () => undefined);
    });
    return {
      service,
      ...(await service.start({ ...startOf(deaths), crash: crashes[deaths] ?? null })),
    };
  };

  let current: Promise<ServiceProcess>;
  const { service: first, url, accounts } = await bringUp();
  current = Promise.resolve(first);
  return {
    client: serviceClient(url),
    accounts,
    async ask(question) {
      for (;;) {
        const served = current;
        const alive = await served.catch((error: unknown) => {
          // It died while it started, and the next one is on its way.
          if (served !== current) return null;
          throw error;
        });
        if (alive === null) continue;
        try {
          return await question(alive);
        } catch (error) {
          const isGone = await Promise.race([
            alive.death.then(() => true),
            pause(deathIsKnownAfterMs, false),
          ]);
          if (!isGone || isStopping) throw error;
        }
      }
    },
    deaths: () => deaths,
    async kill() {
      await (await current).kill();
      await current;
    },
    async stop() {
      isStopping = true;
      await current.then(
        (service) => service.kill(),
        () => undefined,
      );
    },
  };
}
