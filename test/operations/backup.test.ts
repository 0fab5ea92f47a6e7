import { copyFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '@interline/adapters/store';
import { backUpStore, restoreStore } from '@interline/server';
import { serviceClient, textField } from '@interline/cli';
import { type Devnet, startDevnet } from '@interline/devnet';
import { temporaryDeployment, type TemporaryDeployment } from '@interline/plugins/testing';
import { expect } from 'chai';
import { endOfRoute } from '../support/end-of-route.ts';
import { freshPayer, send } from '../support/payer.ts';
import { runInterline } from '../support/run-interline.ts';
import type { ServiceCommand } from '../support/service-command.ts';
import { ServiceFolder } from '../support/service-folder.ts';
import { stockPackage } from '../support/stock-package.ts';

describe('the store of a service', () => {
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

  it('is copied whole by `interline backup` while transfers go on, with all that were accepted before', async () => {
    service = await start();
    const before = [await transfer(), await transfer()];
    const during: string[] = [];
    let isOver = false;
    const going = (async () => {
      while (!isOver) during.push(await transfer());
    })();
    const file = join(folder.path, 'copy.sqlite');

    const ran = await runInterline(['backup', file, '--config', folder.config]).finally(() => {
      isOver = true;
    });
    await going;

    expect(ran.code, ran.err).to.equal(0);
    expect(ran.out).to.match(/^backup +\S+copy\.sqlite, [0-9]+ bytes, for its owner alone$/m);
    expect(ran.out).to.match(
      /^holds +[0-9]+ routes, [0-9]+ of them open; everything committed by 20\S+Z$/m,
    );
    expect(await routesIn(file, before)).to.deep.equal(['DONE', 'DONE']);
    expect(during).not.to.deep.equal([]);
  });

  it('is whole in its one file after a clean stop, with every route', async () => {
    service = await start();
    const ids = [await transfer(), await transfer(), await transfer()];

    service.signal('SIGTERM');
    const code = await service.exited;
    const left = await readdir(await folder.data());
    copyFileSync(join(await folder.data(), 'journal.sqlite'), join(folder.path, 'alone.sqlite'));

    expect([code, left.sort()]).to.deep.equal([0, ['journal.sqlite', 'keys', 'lock.db']]);
    expect(await routesIn(join(folder.path, 'alone.sqlite'), ids)).to.deep.equal([
      'DONE',
      'DONE',
      'DONE',
    ]);
  });

  it('is copied whole after a kill -9, when all of it is in the log', async () => {
    service = await start();
    const ids = [await transfer(), await transfer()];
    service.signal('SIGKILL');
    await service.exited;

    const { openRoutes } = backUpStore(await folder.data(), join(folder.path, 'copy.sqlite'));

    expect(openRoutes).to.equal(0);
    expect(await routesIn(join(folder.path, 'copy.sqlite'), ids)).to.deep.equal(['DONE', 'DONE']);
    expect(await routesIn(join(await folder.data(), 'journal.sqlite'), ids)).to.deep.equal([
      'DONE',
      'DONE',
    ]);
  });

  it('is put back by `interline restore` only if it is gone and the service is stopped', async () => {
    service = await start();
    const id = await transfer();
    const file = join(folder.path, 'copy.sqlite');
    const data = await folder.data();
    backUpStore(data, file);
    const again = await runInterline(['backup', file, '--data', data]);

    const whileRunning = refusalOf(() => restoreStore(data, file));
    service.signal('SIGTERM');
    await service.exited;
    const whileThere = refusalOf(() => restoreStore(data, file));
    await rm(join(data, 'journal.sqlite'));
    const restored = await runInterline(['restore', file, '--data', data]);
    service = await start();

    expect([again.code, again.err.trim()]).to.deep.equal([
      3,
      `error ${file} exists already, and nothing is overwritten; name another`,
    ]);
    expect(whileRunning).to.match(
      /is in use by process [0-9]+; stop that one first, or choose another folder$/,
    );
    expect(whileThere).to.match(
      /journal\.sqlite exists already, and nothing is overwritten; move it away with its -wal and -shm, or/,
    );
    expect(restored.code, restored.err).to.equal(0);
    expect(restored.out).to.match(/^careful +it is older than the chains/m);
    expect((await endOfRoute(client(), id))['status']).to.equal('DONE');
  });

  const start = (): Promise<ServiceCommand> => folder.start({ deployment, devnet });

  const client = () => serviceClient(service?.url ?? '');

  /** The id of one that arrived. */
  async function transfer(): Promise<string> {
    const payer = await freshPayer({ devnet }, 8453, 1_000_000n);
    const { receipt } = await send({ client: client() }, payer, {
      from: 8453,
      to: 42161,
      units: 1_000_000n,
    });
    const last = await endOfRoute(client(), textField(receipt, 'id'));
    expect(last['status']).to.equal('DONE');
    return textField(receipt, 'id');
  }
});

/** How each route stands in a copy; null where it is missing. */
async function routesIn(file: string, ids: readonly string[]): Promise<readonly (string | null)[]> {
  const store = await openStore({ file });
  const found = await Promise.all(ids.map((id) => store.reads.transfers.route(id)));
  await store.close();
  return found.map((one) => one?.status ?? null);
}

function refusalOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return String(error);
  }
  return 'done';
}
