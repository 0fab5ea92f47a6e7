import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backUpStore, restoreStore } from '@interline/server';
import { serviceClient, textField } from '@interline/cli';
import { type Devnet, startDevnet } from '@interline/devnet';
import { temporaryDeployment, type TemporaryDeployment } from '@interline/plugins/testing';
import { expect } from 'chai';
import { endOfRoute } from '../support/end-of-route.ts';
import { mine } from '../support/mining.ts';
import { freshPayer, send } from '../support/payer.ts';
import { type Ran, runInterline } from '../support/run-interline.ts';
import type { ServiceCommand } from '../support/service-command.ts';
import { ServiceFolder } from '../support/service-folder.ts';
import { stockPackage } from '../support/stock-package.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const source = 8453;
const destination = 42161;

describe('a service that was killed, and went on with an older copy of its store', () => {
  let devnet: Devnet;
  let deployment: TemporaryDeployment;
  let folder: ServiceFolder;
  let service: ServiceCommand | null = null;
  beforeEach(async () => {
    devnet = await startDevnet({ chainIds: [source, destination], port: 0 });
    deployment = await temporaryDeployment([stockPackage]);
    folder = await ServiceFolder.make();
  });
  afterEach(async () => {
    service?.signal('SIGKILL');
    await service?.exited;
    await devnet.stop();
    await deployment.remove();
    await folder.remove();
  });

  it('gives a payer back what its books opened as unclaimed, and has no deficit', async () => {
    const { recovered, lost } = await wentBack({ isCompared: false });

    const compared = await operator('books', 'reconcile', '--json');
    const opened = await balances();
    const desk = await entries();
    const pull = desk.find(
      ({ state, shows }) => state === 'pull' && shows.payer === lost.address.toLowerCase(),
    );
    const back = await operator('float', 'return', pull?.shows.id ?? '', ...word);
    expect(back.code, back.err).to.equal(0);
    await until('the payer has it', async () => (await held(lost.address)) === 2_000_000n);
    await mine(devnet, source, 20);
    await until('it left the desk', async () => (await entries()).length === desk.length - 1);
    await operator('books', 'reconcile');
    const closed = await Promise.all(
      (await entries()).map(({ shows }) =>
        operator('desk', 'close', shows.id, '--as', 'delivered', '--json', ...found),
      ),
    );
    const again = await operator(
      'desk',
      'close',
      pull?.shows.id ?? '',
      '--as',
      'returned',
      ...found,
    );

    expect(recovered.code, recovered.err).to.equal(0);
    expect(compared.code, compared.err).to.equal(0);
    expect(desk.map(({ state }) => state).toSorted()).to.deep.equal([
      'payment',
      'payment',
      'pull',
      'pull',
    ]);
    expect(readingIn(compared.out).deficits).to.deep.equal([]);
    expect(opened.unclaimed).to.equal('5000000');
    expect((await balances()).unclaimed).to.equal('3000000');
    expect((await balances()).capital).to.equal(opened.capital);
    expect(closed.map(({ code, out }) => [code, stateIn(out)])).to.deep.equal(
      Array.from({ length: 3 }, () => [0, 'closed as delivered']),
    );
    expect(again.err).to.contain('gave it back to the payer, so it is off the desk');
    expect(await entries()).to.deep.equal([]);
  });

  it('has the gas of what it had lost in books that were open before, and misses no coin', async () => {
    const { recovered, before } = await wentBack({ isCompared: true });

    const compared = await operator('books', 'reconcile', '--json');
    const { coins, deficits } = readingIn(compared.out);

    expect(recovered.code, recovered.err).to.equal(0);
    // The allowances and the pulls of two transfers cost something.
    expect(coins[0]).to.satisfy((left: bigint) => left < (before.coins[0] ?? 0n));
    expect(before.deficits).to.deep.equal([]);
    expect(deficits).to.deep.equal(['4996000 USDC of the float on 42161']);
    expect((await balances()).unclaimed).to.equal('5000000');
  });

  interface Reading {
    /** What the spender has of the source's coin, in wei. */
    readonly coins: readonly bigint[];
    readonly deficits: readonly string[];
  }

  function readingIn(out: string): Reading {
    const { holdings } = JSON.parse(out) as {
      readonly holdings: readonly {
        readonly chain: number;
        readonly role: string;
        readonly symbol: string;
        readonly units: string;
        readonly deficit: string;
      }[];
    };
    return {
      coins: holdings
        .filter((one) => one.chain === source && one.role === 'spender' && one.symbol === 'ETH')
        .map(({ units }) => BigInt(units)),
      deficits: holdings
        .filter(({ deficit }) => deficit !== '0')
        .map(
          ({ deficit, symbol, role, chain }) => `${deficit} ${symbol} of the ${role} on ${chain}`,
        ),
    };
  }

  /** One transfer, a copy, two more; then the service is killed and goes on with the copy. */
  async function wentBack({ isCompared }: { readonly isCompared: boolean }) {
    service = await start();
    await transfer(service.url, 1_000_000n);
    const before = isCompared
      ? readingIn((await operator('books', 'reconcile', '--json')).out)
      : { coins: [], deficits: [] };
    const copy = join(folder.path, 'copy.sqlite');
    backUpStore(await folder.data(), copy);
    const lost = await transfer(service.url, 2_000_000n);
    await transfer(service.url, 3_000_000n);
    service.signal('SIGKILL');
    await service.exited;
    for (const name of await readdir(await folder.data()))
      if (name.startsWith('journal.sqlite')) await rm(join(await folder.data(), name));
    restoreStore(await folder.data(), copy);
    for (const chain of [source, destination]) await mine(devnet, chain, 13);
    const recovered = await interline('recover', '--from-chain', '--config', folder.config);
    service = await start();
    return { recovered, lost, before };
  }

  const found = ['--reason', 'the recipients were paid'];
  const word = ['--undelivered', '--reason', 'its recipient asked for its money'];

  const start = (): Promise<ServiceCommand> => folder.start({ deployment, devnet });

  /** Its payer, once the recipient has it. */
  async function transfer(url: string, units: bigint): Promise<{ readonly address: string }> {
    const client = serviceClient(url);
    const payer = await freshPayer({ devnet }, source, units);
    const { receipt } = await send({ client }, payer, { from: source, to: destination, units });
    await endOfRoute(client, textField(receipt, 'id'));
    return payer;
  }

  /** Units of USDC on the source chain. */
  async function balances(): Promise<{ readonly unclaimed?: string; readonly capital?: string }> {
    const { out } = await operator('books', 'balance', '--chain', String(source), '--json');
    const read = JSON.parse(out) as {
      readonly accounts: readonly {
        readonly account: string;
        readonly symbol: string;
        readonly units: string;
      }[];
    };
    return Object.fromEntries(
      read.accounts
        .filter(({ symbol }) => symbol === 'USDC')
        .map(({ account, units }) => [account, units]),
    );
  }

  interface Entry {
    readonly kind: string;
    readonly state: string;
    readonly shows: { readonly id: string; readonly payer?: string };
    readonly commands: readonly string[];
  }

  async function entries(): Promise<readonly Entry[]> {
    const { out } = await operator('desk', '--json');
    return (JSON.parse(out) as { readonly entries: readonly Entry[] }).entries;
  }

  /** What an order came to, by `--json`. */
  function stateIn(out: string): string {
    return (JSON.parse(out) as { readonly after: { readonly state: string } }).after.state;
  }

  const held = (of: string): Promise<bigint> => usdcBalance(devnet, source, of);

  const interline = (...args: readonly string[]): Promise<Ran> =>
    runInterline(args, { cwd: deployment.dir, env: { INTERLINE_DEVNET: devnet.url } });

  const operator = (...args: readonly string[]): Promise<Ran> =>
    runInterline(args, {
      cwd: deployment.dir,
      env: { INTERLINE_URL: service?.url ?? '', INTERLINE_DATA: folder.path },
    });
});
