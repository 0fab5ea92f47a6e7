import { copyFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '@interline/adapters/store';
import { backUpStore, restoreStore } from '@interline/server';
import { serviceClient, textField } from '@interline/cli';
import { type Devnet, startDevnet } from '@interline/devnet';
import { temporaryDeployment, type TemporaryDeployment } from '@interline/plugins/testing';
import { expect } from 'chai';
import { endOfRoute } from '../support/end-of-route.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { freshPayer, send } from '../support/payer.ts';
import { runInterline } from '../support/run-interline.ts';
import { type ServiceCommand, startCommand } from '../support/service-command.ts';
import { stockPackage } from '../support/stock-package.ts';

describe('the store of a service', () => {
  let devnet: Devnet;
  let deployment: TemporaryDeployment;
  let folder: string;
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
    folder = await mkdtemp(join(fastFolder, 'interline-backup-'));
  });
  afterEach(async () => {
    service?.signal('SIGKILL');
    await service?.exited;
    await rm(folder, { recursive: true });
  });

  it('is copied whole by `interline backup` while transfers go on, with all that were accepted before', async () => {
    service = await start();
    const before = [await transfer(), await transfer()];
    const during: string[] = [];
    let isOver = false;
    const going = (async () => {
      while (!isOver) during.push(await transfer());
    })();
    const file = join(folder, 'copy.sqlite');

    const ran = await runInterline(['backup', file, '--config', config()]).finally(() => {
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
    const left = await readdir(await ledger());
    copyFileSync(join(await ledger(), 'journal.sqlite'), join(folder, 'alone.sqlite'));

    expect([code, left.sort()]).to.deep.equal([0, ['journal.sqlite', 'keys', 'lock.db']]);
    expect(await routesIn(join(folder, 'alone.sqlite'), ids)).to.deep.equal([
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

    const { openRoutes } = backUpStore(await ledger(), join(folder, 'copy.sqlite'));

    expect(openRoutes).to.equal(0);
    expect(await routesIn(join(folder, 'copy.sqlite'), ids)).to.deep.equal(['DONE', 'DONE']);
    expect(await routesIn(join(await ledger(), 'journal.sqlite'), ids)).to.deep.equal([
      'DONE',
      'DONE',
    ]);
  });

  it('is put back by `interline restore` only where it is gone and the service is stopped', async () => {
    service = await start();
    const id = await transfer();
    const file = join(folder, 'copy.sqlite');
    const data = await ledger();
    backUpStore(data, file);

    const whileRunning = refusalOf(() => restoreStore(data, file));
    service.signal('SIGTERM');
    await service.exited;
    const whileThere = refusalOf(() => restoreStore(data, file));
    await rm(join(data, 'journal.sqlite'));
    const restored = await runInterline(['restore', file, '--data', data]);
    service = await start();

    expect(whileRunning).to.match(
      /is in use by process [0-9]+; stop that one first, or choose another folder$/,
    );
    expect(whileThere).to.match(
      /journal\.sqlite is there already, and nothing is overwritten; move it away with its -wal and -shm, or/,
    );
    expect(restored.code, restored.err).to.equal(0);
    expect(restored.out).to.match(/^careful +it is older than the chains/m);
    expect((await endOfRoute(client(), id))['status']).to.equal('DONE');
  });

  async function start(): Promise<ServiceCommand> {
    await writeFile(
      config(),
      JSON.stringify({
        profile: 'devnet',
        dataDir: folder,
        logLevel: 'silent',
        server: { port: 0 },
        limits: { scale: 1_000_000 },
      }),
    );
    return startCommand(['--config', config()], {
      cwd: deployment.dir,
      env: { INTERLINE_DEVNET: devnet.url },
    });
  }

  const config = (): string => join(folder, 'config.json');
  const client = () => serviceClient(service?.url ?? '');

  async function ledger(): Promise<string> {
    const [name = ''] = (await readdir(folder)).filter((one) => one.startsWith('devnet-'));
    return join(folder, name);
  }

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
