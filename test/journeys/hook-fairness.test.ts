import { openStore, type Store } from '@interline/adapters/store';
import type { HookPost } from '@interline/core/webhooks';
import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { systemClock } from '@interline/adapters/clock';
import { temporaryFolder } from '../contract/store-temporary-folder.ts';
import { endedRoutes, type HookWork, startHookWork } from '../support/hook-work.ts';
import { until } from '../support/until.ts';

describe('the places of webhooks', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let store: Store;
  let receiver: Receiver;
  let work: HookWork | undefined;
  beforeEach(async () => {
    folder = temporaryFolder();
    store = await openStore({ file: join(folder.path, 'journal.db') });
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await work?.kill();
    await receiver.close();
    await store.close();
    folder.remove();
  });

  const owe = (routeIds: readonly string[], hostOf: (routeId: string) => string, client = 'c_1') =>
    endedRoutes(
      store,
      systemClock,
      routeIds.map((routeId) => ({
        routeId,
        url: `http://${hostOf(routeId)}.example:${receiver.port}/${routeId}`,
        client,
      })),
    );
  const named = (what: string, count: number): readonly string[] =>
    Array.from({ length: count }, (_, at) => `rt_${what}${at}`);
  const begun = (what: string): number =>
    receiver.paths.filter((path) => path.startsWith(`/rt_${what}`)).length;
  const begin = (): void => {
    work = startHookWork(store, systemClock, patientPost);
  };

  it('are a quarter for 192 hosts that never answered, and those that answered before wait for none of them', async () => {
    receiver.answers((path) => path.startsWith('/rt_early') || path.startsWith('/rt_late'));
    await owe(named('early', 1), () => 'shop');
    begin();
    await until('the first webhook of the shop', () => begun('early') === 1);
    await owe(named('silent', 192), (routeId) => routeId.replace('rt_', ''));
    await until('all places that silent hosts have', () => begun('silent') === 16);

    await owe(named('late', 50), () => 'shop');
    await until('the other webhooks of the shop', () => begun('late') === 50);

    // None of those 16 has ended: nothing here answers them, and nothing cuts them off.
    expect(begun('silent')).to.equal(16);
  });

  it('go to a new shop before one more of another client, who has 192 webhooks due at hosts that never answered', async () => {
    await owe(named('silent', 192), (routeId) => routeId.replace('rt_', ''));
    begin();
    await until('all places that silent hosts have', () => begun('silent') === 16);
    await owe(named('shop', 1), () => 'shop', 'c_2');

    receiver.release('/rt_silent', 1);
    await until('the next webhook', () => begun('silent') + begun('shop') === 17);

    expect([begun('silent'), begun('shop')]).to.deep.equal([16, 1]);
  });

  it('are one for a host that never answered, and its eight as soon as it answers, while others keep silent', async () => {
    await owe(named('silent', 40), (routeId) => routeId.replace('rt_', ''));
    begin();
    await until('all places that silent hosts have', () => begun('silent') === 16);
    await owe(named('shop', 20), () => 'shop');

    receiver.release('/rt_silent', 1);
    await until(
      'the first webhook of the shop, or one more of another',
      () => begun('silent') + begun('shop') === 17,
    );
    while (begun('shop') === 0) {
      const seen = begun('silent');
      receiver.release('/rt_silent', 1);
      await until('the next', () => begun('silent') > seen || begun('shop') > 0);
    }
    const atFirst = begun('shop');
    const silent = begun('silent');
    receiver.release('/rt_shop', 1);
    await until('eight more at once', () => begun('shop') === 9);

    expect(atFirst).to.equal(1);
    // The place that the shop left is another's now.
    expect(begun('silent')).to.be.within(silent, silent + 1);
  });
});

interface Receiver {
  readonly port: number;
  /** Of all requests, in the order in which they came. */
  readonly paths: readonly string[];
  /** Which requests are answered at once; all others are held. */
  answers(isAnswered: (path: string) => boolean): void;
  /** Answers as many of the held ones, the oldest first. */
  release(prefix: string, count: number): void;
  close(): Promise<void>;
}

async function startReceiver(): Promise<Receiver> {
  const paths: string[] = [];
  const held: { readonly path: string; readonly response: ServerResponse }[] = [];
  let isAnswered: (path: string) => boolean = () => false;
  const server: Server = createServer((asked, response) => {
    const path = asked.url ?? '';
    asked.resume().on('end', () => {
      paths.push(path);
      if (isAnswered(path)) response.writeHead(204).end();
      else held.push({ path, response });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port, // CAST: a TCP server's address.
    paths,
    answers(script) {
      isAnswered = script;
    },
    release(prefix, count) {
      for (let left = count; left > 0; left -= 1) {
        const at = held.findIndex(({ path }) => path.startsWith(prefix));
        held.splice(at, at === -1 ? 0 : 1).forEach(({ response }) => response.writeHead(204).end());
      }
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Real requests to this machine under any name, that wait for as long as it takes. */
const patientPost: HookPost = {
  judge: (url) => ({ ok: true, host: new URL(url).hostname }),
  post: ({ url, body }, signal) =>
    new Promise((resolve) => {
      const { port, pathname } = new URL(url);
      const lost = { outcome: 'unreachable', httpStatus: null, retryAfterMs: null } as const;
      request({ host: '127.0.0.1', port, path: pathname, method: 'POST', agent: false, signal })
        .on('error', () => {
          resolve(lost);
        })
        .on('response', (response) => {
          response.resume();
          const { statusCode: httpStatus = null } = response;
          resolve({ outcome: 'answered', httpStatus, retryAfterMs: null });
        })
        .end(body);
    }),
};
