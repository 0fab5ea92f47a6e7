import type { Reads } from '@interline/core';
import type { Db } from './engine/db.ts';
import type { Replica } from './engine/replica.ts';
import { readsOf } from './repositories.ts';
import { archivedRoute, routeById } from './transfer/routes.ts';

/**
 * The same reads, but those that only show something ask the replica where it is near enough. A
 * read belongs here if nothing that moves money uses it and no decision depends on it.
 */
export function readsWith(replica: Replica, replicaDb: Db, db: Db): Reads {
  const here = readsOf(db);
  const there = readsOf(replicaDb);
  const either =
    <Given extends readonly unknown[], Answer>(
      read: (reads: Reads, ...given: Given) => Promise<Answer>,
    ) =>
    (...given: Given): Promise<Answer> =>
      replica.ask(
        () => read(there, ...given),
        () => read(here, ...given),
      );
  return {
    ...here,
    transfers: {
      ...here.transfers,
      recentRoutes: either(({ transfers }, limit: number) => transfers.recentRoutes(limit)),
      transferRecords: either(({ transfers }, sinceMs: number, limit: number) =>
        transfers.transferRecords(sinceMs, limit),
      ),
      // The live row comes from the primary, so a status never goes back. An archived route has not
      // changed for days, and what the replica has not received yet the primary has.
      routeToShow: (id) =>
        routeById(
          db,
          id,
          async () =>
            (await replica.ask(
              () => archivedRoute(replicaDb, id),
              async () => null,
            )) ?? archivedRoute(db, id),
        ),
    },
    transactions: {
      ...here.transactions,
      routesPaidAtOnce: either(({ transactions }) => transactions.routesPaidAtOnce()),
    },
    messages: {
      ...here.messages,
      coverRows: either(({ messages }, day: string) => messages.coverRows(day)),
    },
  };
}
