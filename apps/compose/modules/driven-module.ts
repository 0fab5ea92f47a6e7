import { TokenList } from '@interline/domain';
import { systemClock } from '@interline/adapters/clock';
import { systemEntropy } from '@interline/adapters/entropy';
import { pinoLog } from '@interline/adapters/log';
import { outboundHttp } from '@interline/adapters/outbound-http';
import { noPrices, staticPrices } from '@interline/adapters/price';
import type { Store } from '@interline/adapters/store';
import type { EvmCustody } from '@interline/adapters/custody/evm';
import { floatInventory } from '@interline/usecases';
import { ContainerModule } from 'inversify';
import type { Deployment } from '../deployment.ts';
import { parts } from '../service-tokens.ts';

/** The driven side. What must be opened before it can be bound comes in open. */
export interface OpenParts {
  readonly deployment: Deployment;
  readonly store: Store;
  readonly evm: EvmCustody;
  readonly lifetime: AbortSignal;
}

export function drivenModule(open: OpenParts): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(parts.deployment).toConstantValue(open.deployment);
    bind(parts.lifetime).toConstantValue(open.lifetime);
    bind(parts.clock).toConstantValue(systemClock);
    bind(parts.entropy).toConstantValue(systemEntropy);
    bind(parts.log).toConstantValue(pinoLog(open.deployment.logLevel));
    bind(parts.http).toResolvedValue(() => outboundHttp()).inSingletonScope();
    bind(parts.tokens).toConstantValue(new TokenList(open.deployment.tokens));
    bind(parts.price).toResolvedValue((deployment, clock) => (deployment.prices === null ? noPrices : staticPrices(deployment.prices, clock)), [parts.deployment, parts.clock]).inSingletonScope();
    bind(parts.store).toConstantValue(open.store);
    bind(parts.work).toResolvedValue((store) => store.work, [parts.store]).inSingletonScope();
    bind(parts.reader).toResolvedValue((store) => store.reader, [parts.store]).inSingletonScope();
    bind(parts.jobs).toResolvedValue((store) => store.jobs, [parts.store]).inSingletonScope();
    bind(parts.evm).toConstantValue(open.evm);
    bind(parts.custody).toResolvedValue((evm) => evm, [parts.evm]).inSingletonScope();
    bind(parts.chains).toResolvedValue((evm) => evm.chainReader, [parts.evm]).inSingletonScope();
    bind(parts.inventory).toResolvedValue(
      (reader, custody, clock, deployment) => floatInventory({ reader, custody, clock, targets: deployment.floatTargets }),
      [parts.reader, parts.custody, parts.clock, parts.deployment],
    ).inSingletonScope();
  });
}
