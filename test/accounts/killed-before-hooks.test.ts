import { serviceClient, textField } from '@interline/cli';
import { type Devnet, startDevnet } from '@interline/devnet';
import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArmedCrash } from '../chaos/crash-trigger.ts';
import { freePort } from '../chaos/free-port.ts';
import { type ServicePool, servicePool } from '../chaos/service-pool.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { hookEndpoint } from '../support/hook-endpoint.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, send } from '../support/payer.ts';
import { until } from '../support/until.ts';
import { type AccountEvent, askAs } from './ask-as.ts';
import { signIn } from './sign-in.ts';

const [source, destination] = [8453, 42161];

describe('the webhooks of a route whose service is killed as it ends', () => {
  let devnet: Devnet;
  let pool: ServicePool;
  before(async () => {
    pool = servicePool(1);
    devnet = await startDevnet({ chainIds: [source, destination], port: 0 });
  });
  after(() => Promise.all([pool.close(), devnet.stop()]));

  for (const edge of ['before', 'after'] as const)
    it(`are called once if it is killed ${edge} the COMMIT of the end`, async () => {
      const [dataDir, port, endpoint] = await Promise.all([
        mkdtemp(join(fastFolder, 'interline-told-')),
        freePort(),
        hookEndpoint(),
      ]);
      const live = (crash: ArmedCrash | null) => {
        const service = pool.take();
        const given = { dataDir, port, crash, devnetUrl: devnet.url, policy: {}, rpcUrls: {} };
        const plain = { database: null, backup: null, batching: [], paysTwice: false };
        return { service, started: service.start({ ...given, ...plain }) };
      };
      const bodiesTo = (path: string): readonly AccountEvent[] =>
        endpoint.requests
          .filter((one) => one.path === path)
          .map(({ body }) => JSON.parse(body) as AccountEvent); // CAST: as documented.

      const dying = live({ moment: { at: 'unit', unit: 'settle-payout', edge }, nth: 1 });
      const { url } = await dying.started;
      const client = serviceClient(url);
      const payer = await freshPayer({ devnet }, source, 5_000_000n);
      const { token } = await signIn(url, payer.wallet, { scopes: ['account.read', 'hooks'] });
      const hook = { url: `${endpoint.url}/account`, events: ['*'] };
      await askAs(url, token, 'POST', '/api/account/hooks', hook);
      await stopMining(devnet, source);
      const transfer = { from: source, to: destination, units: 5_000_000n };
      const { receipt } = await send({ client }, payer, transfer);
      const routeId = textField(receipt, 'id');
      await client.post('/api/hooks/register', { routeId, url: `${endpoint.url}/route` });
      await resumeMining(devnet, source);
      const killedBy = await dying.service.death;
      const toldBefore = bodiesTo('/route').length;

      const next = live(null);
      await next.started;
      const end = await endOfRoute(client, routeId);
      const { body } = await askAs(url, token, 'GET', '/api/account/events');
      const events = body['items'] as readonly AccountEvent[]; // CAST: as documented.
      const allTold = (): boolean =>
        new Set(bodiesTo('/account').map(({ seq }) => seq)).size === events.length &&
        bodiesTo('/route').length > 0;
      await until('all webhooks', allTold, 10);
      await next.service.kill();
      await endpoint.close();
      await rm(dataDir, { recursive: true });

      expect([killedBy, toldBefore, end.status]).to.deep.equal(['SIGKILL', 0, 'DONE']);
      expect(events.map(({ seq }) => seq)).to.deep.equal(events.map((_, at) => at + 1));
      expect(events.filter(({ event }) => event === 'route.done')).to.have.length(1);
      // One that was under way as it died goes out again, under the same id.
      const once = new Map(bodiesTo('/account').map((told) => [told.seq, told]));
      expect([...once.values()].toSorted((a, b) => a.seq - b.seq)).to.deep.equal(events);
      const ended = endpoint.requests.filter(({ path }) => path === '/route');
      expect(ended.map(({ body: told }) => (JSON.parse(told) as AccountEvent).event)).to.deep.equal(
        ['route.done'],
      );
    });
});
