import { join } from 'node:path';
import { finalityOf, standardFeeBps } from '@interline/domain';
import { systemClock } from '@interline/adapters/clock';
import { evmCustody } from '@interline/adapters/custody/evm';
import { pinoLog } from '@interline/adapters/log';
import { lockFolder, openStore } from '@interline/adapters/store';
import { admitRails, discover, type RailContext } from '@interline/plugins';
import { Container } from 'inversify';
import { mergeSettings } from './config/merge-settings.ts';
import type { Deployment } from './deployment.ts';
import { drivenModule } from './modules/driven-module.ts';
import { usecaseModule } from './modules/usecase-module.ts';
import { openKeys } from './open-keys.ts';
import { parts } from './service-tokens.ts';

export interface Composed {
  readonly container: Container;
  /** Ends every loop, waits for nothing, closes the store and the chains' connections. */
  close(): Promise<void>;
}

export interface ComposeOptions {
  /** Called once everything but the rails is bound: tests wrap parts here. */
  readonly rebind?: (container: Container) => void | Promise<void>;
}

/** Config to a wired service. Opens the ledger folder (one process at a time) and the keys; touches no chain. */
export async function compose(deployment: Deployment, { rebind }: ComposeOptions = {}): Promise<Composed> {
  const lock = lockFolder(deployment.ledgerDir);
  const stop = new AbortController();
  const log = pinoLog(deployment.logLevel);
  const signers = await openKeys(deployment.keys);
  const store = await openStore({ file: join(deployment.ledgerDir, 'journal.sqlite'), log });
  const evm = evmCustody({
    chains: deployment.chains.map(({ maxFeePerGasWei, ...one }) => ({
      ...one, confirmations: finalityOf(deployment.policy.finality, one.chain).confirmations, ...(maxFeePerGasWei === null ? {} : { maxFeePerGasWei }),
    })),
    signers, log, clock: systemClock,
  });
  const container = new Container();
  container.load(drivenModule({ deployment, store, evm, lifetime: stop.signal }), usecaseModule);
  await rebind?.(container);
  if (!container.isBound(parts.registry)) await bindRails(container, deployment);
  return {
    container,
    async close() {
      stop.abort();
      await container.get(parts.http).close();
      await store.close();
      await evm.close();
      lock.release();
    },
  };
}

/** Rails are found among the deployment's own dependencies; one that cannot be admitted stops the boot. */
async function bindRails(container: Container, deployment: Deployment): Promise<void> {
  const { defaults, ...rails } = deployment.rails;
  const context: RailContext = {
    clock: container.get(parts.clock), http: container.get(parts.http), log: container.get(parts.log), price: container.get(parts.price),
    chains: container.get(parts.chains), tokens: container.get(parts.tokens), standardFeeBps, relayer: container.get(parts.custody).account('spender'), inventory: container.get(parts.inventory),
  };
  const present = (await discover(rails.baseDir, rails)).map((rail) => rail.id);
  const settings = mergeSettings(Object.fromEntries(Object.entries(defaults).filter(([id]) => present.includes(id))), rails.settings);
  const registry = await admitRails({ ...rails, settings, contextFor: () => context });
  container.bind(parts.registry).toConstantValue(registry);
}
