// A process of the service, with its store and, where it serves, its HTTP app. Not for import.
import { systemClock } from '@interline/adapters/clock';
import { openPostgresStore, openStore, type Store } from '@interline/adapters/store';
import { readRoute } from '@interline/core/transfer';
import { createHttpApp, serve, type Serving } from '@interline/http';
import { fakeHttpDeps } from '@interline/http/testing';
import type { RouteNotifier } from '@interline/ports';
import { route } from '../../contract/store-samples.ts';
import { clockMs, type FromNews, type ToNews } from './news-messages.ts';

/** What streams did before there was a notifier. */
const lookEveryMs = 1_000;
const silent: RouteNotifier = { onChanged: () => () => undefined };

let store: Store | null = null;
let serving: Serving | null = null;

// CAST: only the bench writes to this channel.
process.on('message', (message) => void obey(message as ToNews));
process.on('disconnect', () => process.exit());

async function obey(message: ToNews): Promise<void> {
  switch (message.kind) {
    case 'open':
      store = await ('file' in message.place
        ? openStore(message.place)
        : openPostgresStore(message.place));
      if (message.serves) serving = await serveOn(store, message.isNotified);
      return tell({ kind: 'open', url: serving?.url ?? '' });
    case 'accept':
      await opened().run('accept', async (tx) => {
        for (const id of message.ids) await tx.transfers.insertRoute(route(id));
      });
      return tell({ kind: 'accepted' });
    case 'end':
      await opened().run('end', (tx) =>
        tx.transfers.moveRoute(
          route(message.id),
          { status: 'DONE', stage: 'DELIVERED', phase: 'ended' },
          Date.now(),
        ),
      );
      return tell({ kind: 'ended', id: message.id, atMs: clockMs() });
    case 'close':
      await serving?.close(0);
      await store?.close();
      tell({ kind: 'closed' });
      process.disconnect();
  }
}

function serveOn(on: Store, isNotified: boolean): Promise<Serving> {
  const deps = fakeHttpDeps({
    notifier: isNotified ? on.notifier : silent,
    ...(isNotified
      ? {}
      : { streamPace: { look: lookEveryMs, heartbeat: 15_000, longest: 900_000 } }),
    useCases: {
      transfer: {
        // The bench itself ends the routes, as a worker does: no read re-checks one.
        readRoute: readRoute({
          store: on,
          clock: systemClock,
          runner: { isRunning: () => true, run: () => Promise.reject(new Error('not here')) },
        }),
      },
    },
  });
  return serve(createHttpApp(deps), { port: 0, host: '127.0.0.1' });
}

function opened(): Store {
  if (store === null) throw new Error('the store is not open yet');
  return store;
}

function tell(message: FromNews): void {
  process.send?.(message);
}
