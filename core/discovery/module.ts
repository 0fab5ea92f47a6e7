import {
  type Bps,
  type ChainRef,
  defineModule,
  type TokenList,
  evmAddress,
  type EvmAddress,
} from '@interline/kernel';
import type {
  ChainFacts,
  ChainReader,
  Clock,
  CustodyPort,
  RailRegistry,
  StorePort,
} from '@interline/ports';
import type { Policy, RecentSwitches } from '../switches/index.ts';
import type { TransferReads } from '../transfer/index.ts';
import { describeConsole } from './describe-console.ts';
import { describeMesh } from './describe-mesh.ts';
import { gaslessTerms } from './gasless-terms.ts';
import { readBalance } from './read-balance.ts';
import { recentRoutes } from './recent-routes.ts';
import { serviceStatus, type ServiceStatusParts } from './service-status.ts';
import { serviceTerms } from './service-terms.ts';

export interface Ports {
  readonly store: StorePort<
    { readonly transfers: TransferReads } & Pick<ServiceStatusParts['reads'], 'books'>,
    unknown
  >;
  readonly custody: CustodyPort;
  readonly switches: { readonly recent: RecentSwitches };
  readonly registry: RailRegistry;
  readonly chains: ChainReader;
  /** Of chains that are only priced too. */
  readonly facts: ChainFacts;
  readonly operations: Pick<ServiceStatusParts, 'floatAlarms' | 'lostLogs' | 'stoppedChains'>;
  readonly evidence: { signingAlarms(): Promise<readonly string[]> };
  /** What a person should see to on chains that are served, a clause each. */
  readonly chainWarnings: ServiceStatusParts['chainWarnings'];
  readonly sureTime: { aheadMs(): Promise<number> };
  /** Whether the store takes writes now. */
  readonly storeWatch: { isUp(): boolean };
  readonly tokens: TokenList;
  readonly clock: Clock;
  readonly deployment: {
    readonly profile: 'devnet' | 'mainnet';
    readonly server: { readonly explorers: Readonly<Record<string, string>> };
    readonly chains: readonly {
      readonly chain: ChainRef;
      readonly chainId: number;
      readonly usesMulticalls: boolean;
    }[];
    /** Whose node only behaves like one. */
    readonly simulated: readonly ChainRef[];
    readonly policy: Policy;
    readonly feeThresholdBps: Bps;
  };
  /** Aborts when the process is asked to stop. */
  readonly lifetime: AbortSignal;
}

export const discovery = defineModule({
  needs: [
    'store',
    'custody',
    'switches',
    'operations',
    'evidence',
    'sureTime',
    'registry',
    'chains',
    'facts',
    'chainWarnings',
    'storeWatch',
    'tokens',
    'clock',
    'deployment',
    'lifetime',
  ],
  create(ports: Ports) {
    const { store, custody, switches, registry, tokens, clock, deployment, lifetime } = ports;
    const { chains } = custody;
    const evmChains = deployment.chains.map(({ chain }) => chain);
    const spender = spenderOf(custody, evmChains);
    const status = serviceStatus({
      registry,
      reader: ports.chains,
      facts: ports.facts,
      reads: store.reads,
      store: ports.storeWatch,
      tokens,
      clock,
      switches: () => switches.recent.read(),
      floatAlarms: () => ports.operations.floatAlarms(),
      chainWarnings: ports.chainWarnings,
      lostLogs: () => ports.operations.lostLogs(),
      receiptAlarms: () => ports.evidence.signingAlarms(),
      clockAheadMs: () => ports.sureTime.aheadMs(),
      stoppedChains: () => ports.operations.stoppedChains(),
      lifetime,
      chains,
      simulated: deployment.simulated,
    });
    const mesh = describeMesh({ registry, serviceStatus: status, spender, chains });
    return {
      serviceStatus: status,
      describeMesh: mesh,
      gaslessTerms: gaslessTerms({
        tokens,
        chains: evmChains,
        defaultChainId: defaultChainOf(deployment.chains.map(({ chainId }) => chainId)),
        spender,
        batchExecutor: evmAddress(custody.batchExecutor),
        custody,
      }),
      describeConsole: describeConsole({ deployment, tokens, chains }),
      readBalance: readBalance({ custody, chains: evmChains }),
      recentRoutes: recentRoutes({ store, clock }),
      serviceTerms: serviceTerms({
        registry,
        describeMesh: mesh,
        policy: deployment.policy,
        guardBps: deployment.feeThresholdBps,
        chains,
      }),
    };
  },
});

/** One relayer address for all EVM chains. */
function spenderOf(custody: CustodyPort, [chain]: readonly ChainRef[]): EvmAddress {
  if (chain === undefined) throw new Error('a deployment has a chain');
  return evmAddress(custody.account(chain, 'spender'));
}

/** The chain whose terms are given where a request names none. */
function defaultChainOf(chainIds: readonly number[]): number {
  return chainIds.includes(8453) ? 8453 : (chainIds[0] ?? 1);
}
