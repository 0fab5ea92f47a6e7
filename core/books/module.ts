import { utcDay, type ChainRef, defineModule, type Duty, type TokenList } from '@interline/kernel';
import type { Clock, CustodyPort, Log, PricePort } from '@interline/ports';
import { exportEntries } from './export-entries.ts';
import { foldEntries } from './fold-entries.ts';
import { keepDayPrices } from './keep-day-prices.ts';
import { readReconciliation } from './read-reconciliation.ts';
import { type ChainReconciled, reconcileChain } from './reconcile-chain.ts';
import type { BooksPolicy, ReconcilePorts } from './reconcile-ports.ts';
import { refreshBooks } from './refresh-books.ts';
import type { EntryPage } from './repository.ts';
import { showBalances } from './show-balances.ts';
import { showStatement, type StatementQuestion } from './show-statement.ts';

export interface Ports {
  readonly store: ReconcilePorts['store'];
  readonly custody: Pick<
    CustodyPort,
    'account' | 'balances' | 'chains' | 'former' | 'holdings' | 'roleOf' | 'roles'
  >;
  readonly tokens: TokenList;
  readonly price: PricePort;
  readonly clock: Clock;
  readonly log: Log;
  readonly deployment: { readonly books: BooksPolicy };
  /** Chains on which a transaction of the relayer was mined since the last call. */
  readonly takeBusyChains: () => readonly ChainRef[];
  /** Aborts when the process is asked to stop. */
  readonly lifetime: AbortSignal;
}

type AskedStatement = Omit<StatementQuestion, 'fromDay' | 'toDay'> &
  Partial<Pick<StatementQuestion, 'fromDay' | 'toDay'>>;

const foldEveryMs = 60_000;

export const books = defineModule({
  needs: [
    'store',
    'custody',
    'tokens',
    'price',
    'clock',
    'log',
    'deployment',
    'takeBusyChains',
    'lifetime',
  ],
  create(given: Ports) {
    const { custody, tokens, takeBusyChains, lifetime, deployment } = given;
    const ports = { ...given, policy: deployment.books };
    const refresh = async (chains: readonly ChainRef[]): Promise<void> => {
      const known = custody.chains.filter((chain) => chains.includes(chain));
      await Promise.all(known.map((chain) => refreshBooks(ports, tokens, chain, lifetime)));
    };
    const reconcile = (
      chains: readonly ChainRef[] = custody.chains,
    ): Promise<readonly ChainReconciled[]> =>
      Promise.all(
        custody.chains
          .filter((chain) => chains.includes(chain))
          .map((chain) => reconcileChain(ports, chain, lifetime)),
      );
    const foldAndPrice = async (): Promise<void> => {
      await foldEntries(ports);
      await keepDayPrices(ports, lifetime);
    };
    const duties: readonly Duty[] = [
      {
        name: 'refresh-busy-books',
        everyMs: 200,
        isOwn: true,
        run: () => refresh(takeBusyChains()),
      },
      { name: 'refresh-books', everyMs: 15_000, run: () => refresh(custody.chains) },
      { name: 'fold-books', everyMs: foldEveryMs, run: foldAndPrice },
      {
        name: 'reconcile-books',
        everyMs: deployment.books.reconcileEveryMs,
        run: () => reconcile(),
      },
    ];
    return {
      refresh,
      reconcile,
      readReconciliation: () => readReconciliation(ports),
      showBalances: (question: { readonly chain?: ChainRef }) => showBalances(ports, question),
      /** Today's if no days are named. */
      async showStatement({ fromDay, toDay, ...question }: AskedStatement) {
        await foldAndPrice();
        const today = utcDay(ports.clock.now());
        return showStatement(ports, {
          ...question,
          fromDay: fromDay ?? toDay ?? today,
          toDay: toDay ?? today,
        });
      },
      exportEntries: (page: EntryPage) => exportEntries(ports, page),
      duties,
    };
  },
});
