import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openStore } from '@interline/adapters/store';
import { serviceClient, textField } from '@interline/cli';
import { type Devnet, startDevnet } from '@interline/devnet';
import { temporaryDeployment, type TemporaryDeployment } from '@interline/plugins/testing';
import { expect } from 'chai';
import { endOfRoute } from '../support/end-of-route.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, send } from '../support/payer.ts';
import type { ServiceCommand } from '../support/service-command.ts';
import { ServiceFolder } from '../support/service-folder.ts';
import { stockPackage } from '../support/stock-package.ts';
import { until } from '../support/until.ts';

describe('a service that gets a stop signal', () => {
  let devnet: Devnet;
  let deployment: TemporaryDeployment;
  let folder: ServiceFolder;
  let service: ServiceCommand | null = null;
  before(async () => {
    devnet = await startDevnet({ chainIds: [8453, 42161], port: 0 });
    deployment = await temporaryDeployment([stockPackage]);
  });
  after(async () => {
    await devnet.stop();
    await deployment.remove();
  });
  beforeEach(async () => {
    folder = await ServiceFolder.make();
  });
  afterEach(async () => {
    service?.signal('SIGKILL');
    await service?.exited;
    await folder.remove();
  });

  it('says first that it is not ready, while it still answers; takes nothing on; and ends well', async () => {
    service = await start({ stopNoticeSec: 4 });
    const ready = await statusOf('/readyz');

    service.signal('SIGTERM');
    await until('the notice', async () => (await statusOf('/readyz')) === 503);
    const during = [
      await statusOf('/healthz'),
      await statusOf('/readyz'),
      await statusOf('/api/route/quote', 'POST'),
    ];

    expect([ready, during]).to.deep.equal([200, [200, 503, 503]]);
    expect(await service.exited).to.equal(0);
  });

  it('gives its jobs back, so that what it left under way is taken up at once', async () => {
    service = await start({});
    const payer = await freshPayer({ devnet }, 8453, 1_000_000n);
    await stopMining(devnet, 8453);
    const { receipt } = await send({ client: serviceClient(service.url) }, payer, {
      from: 8453,
      to: 42161,
      units: 1_000_000n,
    });
    await setTimeout(500);

    service.signal('SIGTERM');
    const code = await service.exited;
    const leased = await claimAll();
    service = await start({});
    await resumeMining(devnet, 8453);
    const last = await endOfRoute(serviceClient(service.url), textField(receipt, 'id'));

    expect([code, leased]).to.deep.equal([0, [textField(receipt, 'id')]]);
    expect(last['status']).to.equal('DONE');
  });

  it('ends at once when it gets a second one', async () => {
    service = await start({ stopNoticeSec: 60 });

    service.signal('SIGTERM');
    await until('the notice', async () => (await statusOf('/readyz')) === 503);
    // Within a second it would be the same word heard twice, as from a shell and from npm.
    await setTimeout(1_200);
    service.signal('SIGTERM');

    // It would be 0 after the minute of its notice.
    expect(await service.exited).to.equal(1);
  });

  const start = (server: { readonly stopNoticeSec?: number }): Promise<ServiceCommand> =>
    folder.start({ deployment, devnet }, server);

  async function statusOf(path: string, method = 'GET'): Promise<number> {
    return (await fetch(`${service?.url ?? ''}${path}`, { method })).status;
  }

  /** What another worker could take now, which waits for no lease to run out. */
  async function claimAll(): Promise<readonly string[]> {
    const store = await openStore({ file: join(await folder.data(), 'journal.sqlite') });
    const jobs = await store.jobs.claim('w_other', 10, 1);
    await store.close();
    return jobs.map(({ subject }) => subject);
  }
});
