import type { Duty, Module } from '@interline/kernel';
import { accounts } from './accounts/index.ts';
import { agents } from './agents/index.ts';
import { apiKeys } from './api-keys/index.ts';
import { assistant } from './assistant/index.ts';
import { books } from './books/index.ts';
import { discovery } from './discovery/index.ts';
import { evidence } from './evidence/index.ts';
import { idempotency } from './idempotency/index.ts';
import { mandates } from './mandates/index.ts';
import { membership } from './membership/index.ts';
import { messaging } from './messaging/index.ts';
import { operations } from './operations/index.ts';
import { privateLane } from './private-lane/index.ts';
import { posture } from './posture/index.ts';
import { invoices, passes } from './passes/index.ts';
import { x402 } from './payments/index.ts';
import { planning } from './planning/index.ts';
import { primitives } from './primitives/index.ts';
import type { Store } from './store.ts';
import { sponsor } from './sponsor/index.ts';
import { sureTime } from './sure-time/index.ts';
import { switches } from './switches/index.ts';
import { transactions } from './transactions/index.ts';
import { transfer } from './transfer/index.ts';
import { webhooks } from './webhooks/index.ts';

/** Every capability of the service, a row each. What HTTP, CLI and cron get is inferred from it. */
export const modules = {
  sureTime,
  idempotency,
  apiKeys,
  books,
  switches,
  transactions,
  transfer,
  operations,
  primitives,
  webhooks,
  accounts,
  agents,
  mandates,
  discovery,
  assistant,
  passes,
  privateLane,
  messaging,
  evidence,
  membership,
  planning,
  posture,
  invoices,
  sponsor,
  x402,
} as const;

type Rows = typeof modules;

/** The use cases of each module, by the module's name. */
export type UseCases = { readonly [Name in keyof Rows]: ReturnType<Rows[Name]['create']> };

/** What the modules need beside each other: the composition gives one of each. */
export type ServicePorts = Omit<Needed, keyof UseCases | 'store'> & { readonly store: Store };

type Needed = Joined<
  {
    [Name in keyof Rows]: Rows[Name] extends Module<infer Ports, object> ? Ports : never;
  }[keyof Rows]
>;

type Joined<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/**
 * What the service repeats for as long as it runs: the duties of every module, and the store's own.
 */
export function dutiesOf(useCases: UseCases, store: Store): readonly Duty[] {
  const ofModules = Object.values(useCases).flatMap((one): readonly Duty[] =>
    'duties' in one ? one.duties : [],
  );
  const prune: Duty = {
    name: 'prune',
    everyMs: 600_000,
    run: async () => {
      const nowMs = await useCases.sureTime.now();
      await store.run('prune', (tx) => tx.prune(nowMs));
    },
  };
  const archive: Duty = {
    name: 'archive-routes',
    everyMs: 60_000,
    run: async () => useCases.transfer.archiveEnded(await useCases.sureTime.now()),
  };
  return [...ofModules, prune, archive];
}
