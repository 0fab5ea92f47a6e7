import type { AccountRole, ChainRef } from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import type { BookReads } from '../books/index.ts';
import {
  type AccountRecord,
  stopAdvice,
  stopKindOf,
  type TransactionReads,
} from '../transactions/index.ts';
import { type Route, stages, type TransferReads } from '../transfer/index.ts';
import { attentionStages } from './attention.ts';

/** A route that waits for a person. */
export interface WaitingRoute {
  readonly route: Route;
  readonly sinceMs: number;
  readonly advice: string;
}

/** An account of ours that sends nothing. */
export interface StoppedAccount {
  readonly chain: ChainRef;
  readonly role: AccountRole;
  readonly reason: string;
  readonly advice: string;
}

export interface Attention {
  /** Those that have not moved for longest first; cut off at the limit. */
  readonly routes: readonly WaitingRoute[];
  readonly accounts: readonly StoppedAccount[];
}

/** Everything that waits for a person. */
export type ListAttention = (limit: number) => Promise<Attention>;

interface Ports {
  readonly store: {
    readonly reads: {
      readonly transfers: Pick<TransferReads, 'routesInStages'>;
      readonly books: Pick<BookReads, 'liabilities'>;
      readonly transactions: Pick<TransactionReads, 'accounts'>;
    };
  };
  readonly custody: Pick<CustodyPort, 'account'>;
}

export function listAttention({ store, custody }: Ports): ListAttention {
  return async (limit) => {
    const [routes, liabilities, records] = await Promise.all([
      store.reads.transfers.routesInStages(Object.keys(attentionStages), limit),
      store.reads.books.liabilities(),
      store.reads.transactions.accounts(),
    ]);
    const heldSince = new Map(liabilities.map(({ routeId, sinceMs }) => [routeId, sinceMs]));
    return {
      routes: routes.map((route) => ({
        route,
        sinceMs: sinceOf(route, heldSince),
        advice: attentionStages[route.stage] ?? '',
      })),
      accounts: records.flatMap((record) => stoppedAccount(custody, record)),
    };
  };
}

/** Each try of a held refund moves its route. */
function sinceOf(
  { id, stage, updatedAtMs }: Route,
  heldSince: ReadonlyMap<string, number>,
): number {
  return stage === stages.refundHeld ? (heldSince.get(id) ?? updatedAtMs) : updatedAtMs;
}

/** None for an account that was ours before a change of keys. */
function stoppedAccount(
  custody: Ports['custody'],
  { chain, account, stopped }: AccountRecord,
): readonly StoppedAccount[] {
  const kind = stopKindOf(stopped);
  const role = (['spender', 'float'] as const).find((one) => custody.account(one) === account);
  if (kind === null || stopped === null || role === undefined) return [];
  return [{ chain, role, reason: stopped, advice: stopAdvice[kind] }];
}
