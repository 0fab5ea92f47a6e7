import { type ChainRef, utcDay } from '@interline/kernel';
import type { ChainNode, ChainNodes, ChainReader, Clock, RailRegistry } from '@interline/ports';
import { inCoinOn, type Policy } from '../switches/index.ts';
import { engineRevertBudget, revertBudget, type TransactionReads } from '../transactions/index.ts';

/** Daily gas limit for reverted transactions, in the chain's coin. */
export interface GasBudget {
  readonly chain: ChainRef;
  /** Pulls and refunds, payouts of coin, or the calls of one engine. */
  readonly of: 'pulls' | 'payouts' | 'calls';
  readonly engine: string | null;
  readonly spent: bigint;
  /** Once it is reached, nothing of that kind starts until midnight UTC. */
  readonly limit: bigint;
}

export interface ChainHealth {
  readonly chain: ChainRef;
  readonly isUp: boolean;
  readonly nodes: readonly ChainNode[];
}

export interface Health {
  readonly chains: readonly ChainHealth[];
  /** All budgets of chains; those of engines only if some is spent today. */
  readonly budgets: readonly GasBudget[];
}

/** State of chains and nodes, and today's remaining budgets. */
export type ReadHealth = () => Promise<Health>;

interface Ports {
  readonly store: {
    readonly reads: { readonly transactions: Pick<TransactionReads, 'spentOfEach'> };
  };
  readonly custody: { readonly chains: readonly ChainRef[] };
  readonly chains: Pick<ChainReader, 'isUp'>;
  readonly chainNodes: ChainNodes;
  readonly registry: Pick<RailRegistry, 'rails'>;
  readonly policy: Pick<Policy, 'revertBudget' | 'engineRevertBudget' | 'etherWorth'>;
  readonly clock: Pick<Clock, 'now'>;
}

export function readHealth({
  store,
  custody,
  chains,
  chainNodes,
  registry,
  policy,
  clock,
}: Ports): ReadHealth {
  const engines = registry.rails
    .filter(({ manifest }) => manifest.effects === 'real')
    .flatMap(({ manifest }) => manifest.ways);
  const named = custody.chains.flatMap((chain) => {
    const inAll = inCoinOn(policy, policy.revertBudget, chain);
    const ofEngine = inCoinOn(policy, policy.engineRevertBudget, chain);
    return [
      { chain, of: 'pulls', engine: null, limit: inAll, name: revertBudget(chain) },
      {
        chain,
        of: 'payouts',
        engine: null,
        limit: inAll,
        name: revertBudget(chain, 'payout-revert'),
      },
      ...engines.map((engine) => {
        const name = engineRevertBudget(chain, engine);
        return { chain, of: 'calls', engine, limit: ofEngine, name } as const;
      }),
    ] as const;
  });
  return async () => {
    const spent = await store.reads.transactions.spentOfEach(
      named.map(({ name }) => name),
      utcDay(clock.now()),
    );
    return {
      chains: custody.chains.map((chain) => ({
        chain,
        isUp: chains.isUp(chain),
        nodes: chainNodes(chain),
      })),
      budgets: named.flatMap(({ name: _name, ...budget }, at) => {
        const of = spent[at];
        if (of === undefined || (budget.engine !== null && of === 0n)) return [];
        return [{ ...budget, spent: of }];
      }),
    };
  };
}
