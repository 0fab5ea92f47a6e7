import { type ChainRef, defineModule, type Duty, type TokenList } from '@interline/kernel';
import type { CustodyPort, Log } from '@interline/ports';
import { refreshBooks } from './refresh-books.ts';
import type { BookStore } from './repository.ts';

export interface Ports {
  readonly store: BookStore;
  readonly custody: Pick<CustodyPort, 'account' | 'balances' | 'chains'>;
  readonly tokens: TokenList;
  readonly log: Log;
  /** Chains on which a transaction of the relayer was mined since the last call. */
  readonly takeBusyChains: () => readonly ChainRef[];
  /** Aborts when the process is asked to stop. */
  readonly lifetime: AbortSignal;
}

export const books = defineModule({
  needs: ['store', 'custody', 'tokens', 'log', 'takeBusyChains', 'lifetime'],
  create(ports: Ports) {
    const { custody, tokens, takeBusyChains, lifetime } = ports;
    const refresh = async (chains: readonly ChainRef[]): Promise<void> => {
      const known = custody.chains.filter((chain) => chains.includes(chain));
      await Promise.all(known.map((chain) => refreshBooks(ports, tokens, chain, lifetime)));
    };
    const duties: readonly Duty[] = [
      {
        name: 'refresh-busy-books',
        everyMs: 200,
        isOwn: true,
        run: () => refresh(takeBusyChains()),
      },
      { name: 'refresh-books', everyMs: 15_000, run: () => refresh(custody.chains) },
    ];
    return { refresh, duties };
  },
});
