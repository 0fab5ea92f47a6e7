import type { Reads, Writes } from '@interline/core';
import type { Route } from '@interline/core/transfer';
import type { Clock, StorePort, Tracer } from '@interline/ports';

type Store = StorePort<Reads, Writes>;

interface Seen {
  readonly transactionId: string;
  readonly name: 'seen' | 'final';
}

/**
 * The same store, with a span for each COMMIT that is part of a trace. A route that is accepted
 * within a trace keeps it, and later events of its transactions are reported there, whichever
 * process sees them.
 */
export function tracedStore(store: Store, tracer: Tracer, clock: Pick<Clock, 'now'>): Store {
  return {
    reads: store.reads,

    async run(name, unit) {
      const trace = tracer.current();
      let seen: Seen[] = [];
      const result = await tracer.within({ name: 'commit', unit: name }, () =>
        store.run(name, (tx) => {
          // A unit that lost a conflict with another process runs again from its start.
          seen = [];
          return unit(traced(tx, trace, seen));
        }),
      );
      for (const one of seen) await tell(one);
      return result;
    },
  };

  async function tell({ transactionId, name }: Seen): Promise<void> {
    try {
      const { transactions, transfers } = store.reads;
      const transaction = await transactions.transaction(transactionId);
      if (transaction?.owner.kind !== 'route') return;
      const route = await transfers.route(transaction.owner.id);
      const { chain, purpose, createdAtMs: startMs } = transaction;
      tracer.tell({ name, chain, purpose }, route?.trace, { startMs, endMs: clock.now() });
    } catch {
      // The commit stands, whether or not the span is reported.
    }
  }
}

function traced(tx: Writes, trace: string | undefined, seen: Seen[]): Writes {
  const kept = trace === undefined ? {} : { trace };
  return {
    ...tx,
    transfers: {
      ...tx.transfers,
      insertRoute: (route) => tx.transfers.insertRoute({ ...route, ...kept }),
      replaceRoute: (waiting: Route, route: Route) =>
        tx.transfers.replaceRoute(waiting, {
          ...route,
          ...(waiting.trace === undefined ? {} : { trace: waiting.trace }),
        }),
    },
    transactions: {
      ...tx.transactions,
      async moveTransaction(id, from, change) {
        await tx.transactions.moveTransaction(id, from, change);
        if (change.isFinal === true) seen.push({ transactionId: id, name: 'final' });
        else if (change.state === 'mined') seen.push({ transactionId: id, name: 'seen' });
      },
      async markTransactionsFinal(ended) {
        await tx.transactions.markTransactionsFinal(ended);
        for (const { id } of ended) seen.push({ transactionId: id, name: 'final' });
      },
    },
  };
}
