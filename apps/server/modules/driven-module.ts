import { announcingStore } from '@interline/core';
import { issueReceipt, signClaims } from '@interline/core/evidence';
import { verdictType } from '@interline/core/mandates';
import { TokenList } from '@interline/kernel';
import type {
  TransparencyLogPort,
  PrivateRequests,
  RememberingLimiter,
  ReceiptSigner,
  TokenIssuerPort,
  Tracer,
} from '@interline/ports';
import type { Deployment } from '../deployment.ts';
import { parts } from '../service-tokens.ts';
import { watchStore } from '../watch-store.ts';
import { openPrices } from '../open-prices.ts';
import { addressReader } from '@interline/adapters/addresses';
import { ed25519Keys } from '@interline/adapters/agent-keys';
import { sdJwts } from '@interline/adapters/sd-jwt';
import { factsOfChains, solanaFacts } from '@interline/adapters/chain-facts';
import { systemClock } from '@interline/adapters/clock';
import { hashSecret, systemEntropy } from '@interline/adapters/entropy';
import { rowSealer } from '@interline/adapters/hpke';
import { hookPost, hookSeal } from '@interline/adapters/webhooks';
import { sumTrees } from '@interline/adapters/liability-tree';
import { pinoLog } from '@interline/adapters/log';
import { relayCaller } from '@interline/adapters/ohttp';
import { askResolver, originProbe } from '@interline/adapters/origin-probe';
import { outboundHttp, safeHttp } from '@interline/adapters/outbound-http';
import {
  meteredHookPost,
  meteredJobs,
  meteredStore,
  type Meters,
} from '@interline/adapters/metrics';
import { miniSearch } from '@interline/adapters/passage-search';
import { noPhrasing, openAiPhrasing } from '@interline/adapters/phrasing';
import type { Store } from '@interline/adapters/store';
import { tracedStore } from '@interline/adapters/tracing';
import {
  custodyOfFamilies,
  depositsOfFamilies,
  type OpenFamily,
  readerOfFamilies,
} from '@interline/adapters/custody';
import { type EvmCustody, walletSignatures } from '@interline/adapters/custody/evm';
import { ContainerModule } from 'inversify';

/** The driven side. What must be opened before it can be bound comes in open. */
export interface OpenParts {
  readonly deployment: Deployment;
  readonly store: Store;
  readonly evm: EvmCustody;
  readonly families: readonly OpenFamily[];
  readonly rateLimiter: RememberingLimiter;
  readonly issuer: TokenIssuerPort;
  readonly privateRequests: PrivateRequests;
  readonly transparencyLog: TransparencyLogPort;
  readonly receiptSigner: ReceiptSigner;
  readonly hookKeys: Parameters<typeof hookSeal>[0];
  readonly meters: Meters;
  readonly tracer: Tracer;
  readonly lifetime: AbortSignal;
}

export function drivenModule(open: OpenParts): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(parts.deployment).toConstantValue(open.deployment);
    bind(parts.lifetime).toConstantValue(open.lifetime);
    bind(parts.meters).toConstantValue(open.meters);
    bind(parts.tracer).toConstantValue(open.tracer);
    bind(parts.clock).toConstantValue(systemClock);
    bind(parts.entropy).toConstantValue(systemEntropy);
    bind(parts.hashSecret).toConstantValue(hashSecret);
    bind(parts.sdJwts).toConstantValue(sdJwts);
    bind(parts.agentKeys).toConstantValue(ed25519Keys);
    bind(parts.log).toConstantValue(pinoLog(open.deployment.logLevel));
    bind(parts.http)
      .toResolvedValue(() => outboundHttp())
      .inSingletonScope();
    bind(parts.safeHttp)
      .toResolvedValue(
        ({ hooks }) => safeHttp({ allowLoopback: hooks.allowLoopback }),
        [parts.deployment],
      )
      .inSingletonScope();
    bind(parts.hookPost)
      .toResolvedValue(
        (http, meters) => meteredHookPost(hookPost(http), meters),
        [parts.safeHttp, parts.meters],
      )
      .inSingletonScope();
    bind(parts.hookSeal).toConstantValue(hookSeal(open.hookKeys));
    bind(parts.tokens).toConstantValue(new TokenList(open.deployment.tokens));
    bind(parts.addresses).toConstantValue(
      addressReader({ bitcoin: open.deployment.bitcoinNetwork }),
    );
    bind(parts.price)
      .toResolvedValue(
        (deployment, http, { chainReader: chains }, tokens, clock, log, stop) =>
          openPrices(deployment.prices, { http, chains, tokens, clock, log, stop }),
        [
          parts.deployment,
          parts.http,
          parts.evm,
          parts.tokens,
          parts.clock,
          parts.log,
          parts.lifetime,
        ],
      )
      .inSingletonScope();
    bind(parts.rateLimiter).toConstantValue(open.rateLimiter);
    bind(parts.issuer).toConstantValue(open.issuer);
    bind(parts.privateRequests).toConstantValue(open.privateRequests);
    bind(parts.relayCaller).toConstantValue(relayCaller());
    bind(parts.transparencyLog).toConstantValue(open.transparencyLog);
    bind(parts.liabilityTrees).toConstantValue(sumTrees);
    bind(parts.receiptSigner).toConstantValue(open.receiptSigner);
    bind(parts.rowSealer).toConstantValue(rowSealer);
    bind(parts.originProbe)
      .toResolvedValue(
        ({ server }, http, clock) =>
          originProbe(server.publicUrl ?? null, {
            http,
            clock,
            askHttpsRecords: askResolver(server.resolver ?? null),
          }),
        [parts.deployment, parts.http, parts.clock],
      )
      .inSingletonScope();
    bind(parts.passageSearch).toConstantValue(miniSearch);
    bind(parts.phrasing)
      .toResolvedValue(
        ({ ask }, http, log) => (ask === null ? noPhrasing : openAiPhrasing({ ...ask, http, log })),
        [parts.deployment, parts.http, parts.log],
      )
      .inSingletonScope();
    bind(parts.openStore).toConstantValue(open.store);
    bind(parts.storeWatch)
      .toResolvedValue(
        (store, clock, log) => watchStore({ store, clock, log }),
        [parts.openStore, parts.clock, parts.log],
      )
      .inSingletonScope();
    bind(parts.store)
      .toResolvedValue(
        ({ evidence }, store, meters, clock, tracer, entropy, receiptSigner, log) => {
          const metered = meteredStore(store, meters);
          const reads = store.reads.evidence;
          return announcingStore(
            tracer.isOn ? tracedStore(metered, tracer, clock) : metered,
            clock,
            evidence.enabled
              ? issueReceipt({ reads, receiptSigner, entropy, clock, log })
              : undefined,
            evidence.enabled
              ? signClaims({ receiptSigner, clock, log }, { type: verdictType, what: 'verdict' })
              : undefined,
          );
        },
        [
          parts.deployment,
          parts.openStore,
          parts.meters,
          parts.clock,
          parts.tracer,
          parts.entropy,
          parts.receiptSigner,
          parts.log,
        ],
      )
      .inSingletonScope();
    bind(parts.jobs)
      .toResolvedValue(
        (store, meters, clock) => meteredJobs(store.jobs, meters, clock),
        [parts.openStore, parts.meters, parts.clock],
      )
      .inSingletonScope();
    bind(parts.evm).toConstantValue(open.evm);
    bind(parts.custody)
      .toResolvedValue(
        (evm) =>
          custodyOfFamilies(
            evm,
            open.families.map(({ custody }) => custody),
          ),
        [parts.evm],
      )
      .inSingletonScope();
    bind(parts.walletSignatures).toConstantValue(walletSignatures(open.evm.chainReader));
    bind(parts.payments).toConstantValue(open.evm.payments);
    bind(parts.authorized).toConstantValue(open.evm.authorized);
    bind(parts.sponsored).toConstantValue(open.evm.sponsored);
    bind(parts.addressProofs).toConstantValue(open.evm.addressProofs);
    bind(parts.nftHoldings).toConstantValue(open.evm.nftHoldings);
    bind(parts.deposits).toConstantValue(depositsOfFamilies(open.families));
    bind(parts.chainWarnings).toConstantValue(async (signal) => {
      const found = open.families.map(async (family) => (await family.warnings?.(signal)) ?? []);
      return (await Promise.all(found)).flat();
    });
    bind(parts.chainNodes).toConstantValue(open.evm.nodesOf);
    bind(parts.facts)
      .toResolvedValue(
        (clock) =>
          factsOfChains([
            ...open.families.flatMap(({ facts }) => facts ?? []),
            ...(open.deployment.solanaRpcUrl === null
              ? []
              : [solanaFacts(open.deployment.solanaRpcUrl, clock)]),
          ]),
        [parts.clock],
      )
      .inSingletonScope();
    bind(parts.chains)
      .toResolvedValue(
        (evm) =>
          readerOfFamilies(
            evm.chainReader,
            new Map(
              open.families.flatMap(({ custody, reader }) =>
                custody.chains.map((chain) => [chain, reader] as const),
              ),
            ),
          ),
        [parts.evm],
      )
      .inSingletonScope();
  });
}
