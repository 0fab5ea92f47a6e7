import { type ChainRef, defineModule, type Duty, type Units } from '@interline/kernel';
import type { Clock, CustodyPort, Entropy, Log, PricePort } from '@interline/ports';
import type { Policy } from '../switches/index.ts';
import { MulticallQueue } from './multicalls/multicall-queue.ts';
import { ChainWatch } from './watch/chain-watch.ts';
import { floatTargets } from './float/float-targets.ts';
import { floatInventory } from './float/inventory.ts';
import { accountSweep } from './accounts/judge-account.ts';
import { learnMergingAccounts, prepareAccounts } from './accounts/prepare-accounts.ts';
import type { TransactionPorts } from './ports.ts';
import type { TransactionStore } from './repository.ts';
import { refuseEmptyStore } from './accounts/refuse-empty-store.ts';
import { Ages } from './send/ages.ts';
import { recover, resendOpen } from './send/resume-sending.ts';
import { withEachKeySet } from './accounts/key-sets.ts';
import { Sender } from './send/sender.ts';
import { settleWithdrawals } from './float/withdraw-funds.ts';

export interface Ports {
  readonly store: TransactionStore;
  readonly custody: CustodyPort;
  readonly clock: Clock;
  readonly price: PricePort;
  readonly entropy: Entropy;
  readonly log: Log;
  readonly deployment: {
    readonly policy: Policy;
    /** Polling interval for receipts while a transaction is awaited, in milliseconds. */
    readonly pollMs: number;
    readonly floatTargets: ReadonlyMap<string, Units>;
    /** Why a chain has no account, for an operator. */
    readonly absences: ReadonlyMap<ChainRef, string>;
  };
  /** Aborts when the process is asked to stop. */
  readonly lifetime: AbortSignal;
}

export const transactions = defineModule({
  needs: ['store', 'custody', 'clock', 'price', 'entropy', 'log', 'deployment', 'lifetime'],
  create({ store, custody, clock, price, entropy, log, deployment, lifetime }: Ports) {
    const { policy, pollMs } = deployment;
    const targets = floatTargets({ store, clock, configured: deployment.floatTargets });
    const ports: TransactionPorts = {
      store,
      custody,
      clock,
      ages: new Ages(clock),
      entropy,
      log,
      policy,
      sender: new Sender(custody, clock),
      watch: new ChainWatch({ store, custody, clock, log, pollMs, policy, stop: lifetime }),
      multicalls: new MulticallQueue(() => ports, lifetime),
      former: custody.former.map((one) => ({
        custody: one,
        multicalls: new MulticallQueue(
          () => withEachKeySet(ports).find(({ custody: keys }) => keys === one) ?? ports,
          lifetime,
        ),
      })),
    };
    const judgeAccounts = accountSweep(ports);
    const duties: readonly Duty[] = [
      { name: 'judge-accounts', everyMs: 10_000, run: () => judgeAccounts(lifetime) },
      {
        name: 'settle-withdrawals',
        everyMs: 2_000,
        run: () => settleWithdrawals(ports, lifetime),
      },
      { name: 'resend-open', everyMs: 5_000, run: () => resendOpen(ports, 5_000, lifetime) },
    ];
    return {
      /** For modules whose work consists of transactions. */
      ports,
      floatTargets: targets,
      inventory: floatInventory({
        store,
        custody,
        clock,
        price,
        policy,
        targets,
        absences: deployment.absences,
      }),
      takeBusyChains: () => ports.watch.takeBusyChains(),
      refuseEmptyStore: () => refuseEmptyStore(ports, lifetime),
      recover: () => recover(ports, lifetime),
      async learnMergingAccounts() {
        for (const one of withEachKeySet(ports)) await learnMergingAccounts(one, lifetime);
      },
      prepareAccounts: () => prepareAccounts(ports, lifetime),
      duties,
    };
  },
});
