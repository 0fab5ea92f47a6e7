import type { Store } from '@interline/core';
import { refreshBooks } from '@interline/core/books';
import { accountSweep, resendOpen } from '@interline/core/transactions';
import {
  type TransferPorts,
  reconcileRoutes,
  settleStrays,
  sweepFinality,
} from '@interline/core/transfer';
import type { TokenList } from '@interline/kernel';

export interface HousekeepingParts {
  readonly money: TransferPorts;
  readonly store: Store;
  readonly tokens: TokenList;
  /** Whether it is this process that keeps service for all. */
  readonly isOurs: () => boolean;
  readonly stop: AbortSignal;
}

interface Duty {
  readonly name: string;
  readonly everyMs: number;
  /** Done by every process: it is about what this one has seen. */
  readonly isOwn?: true;
  readonly run: () => Promise<unknown>;
}

/**
 * Repeats each duty after its pause until stopped; a duty that throws is logged and tried again.
 */
export async function runHousekeeping(parts: HousekeepingParts): Promise<void> {
  await Promise.all(dutiesOf(parts).map((duty) => repeat(parts, duty)));
}

function dutiesOf({ money, store, tokens, stop }: HousekeepingParts): readonly Duty[] {
  const refresh = (chains: readonly string[]) =>
    Promise.all(
      money.custody.chains
        .filter((chain) => chains.includes(chain))
        .map((chain) => refreshBooks(money, tokens, chain, stop)),
    );
  const judgeAccounts = accountSweep(money);
  return [
    { name: 'judge-accounts', everyMs: 10_000, run: () => judgeAccounts(stop) },
    { name: 'reconcile-routes', everyMs: 10_000, run: () => reconcileRoutes(money) },
    { name: 'resend-open', everyMs: 5_000, run: () => resendOpen(money, 5_000, stop) },
    { name: 'sweep-finality', everyMs: 2_000, run: () => sweepFinality(money, stop) },
    { name: 'settle-strays', everyMs: 2_000, run: () => settleStrays(money, stop) },
    {
      name: 'prune',
      everyMs: 600_000,
      run: () => store.run('prune', (tx) => tx.prune(money.clock.now())),
    },
    {
      name: 'refresh-busy-books',
      everyMs: 200,
      isOwn: true,
      run: () => refresh(money.watch.takeBusyChains()),
    },
    { name: 'refresh-books', everyMs: 15_000, run: () => refresh(money.custody.chains) },
  ];
}

async function repeat({ money, isOurs, stop }: HousekeepingParts, duty: Duty): Promise<void> {
  while (!stop.aborted) {
    await money.clock.sleep(duty.everyMs, stop);
    if (stop.aborted) return;
    if (duty.isOwn !== true && !isOurs()) continue;
    await duty.run().catch((error: unknown) =>
      money.log.warn('duty-failed', {
        duty: duty.name,
        fault: error instanceof Error ? error.name : 'unknown',
      }),
    );
  }
}
