import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backUpStore, restoreStore } from '@interline/server';
import { serviceClient, textField } from '@interline/cli';
import { type Devnet, startDevnet } from '@interline/devnet';
import { temporaryDeployment, type TemporaryDeployment } from '@interline/plugins/testing';
import { expect } from 'chai';
import { endOfRoute } from '../support/end-of-route.ts';
import { mine, resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, send } from '../support/payer.ts';
import { runInterline } from '../support/run-interline.ts';
import type { ServiceCommand } from '../support/service-command.ts';
import { ServiceFolder } from '../support/service-folder.ts';
import { stockPackage } from '../support/stock-package.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const source = 8453;
const destination = 42161;

describe('`interline recover --from-chain` on a store that is older than its chains', () => {
  let devnet: Devnet;
  let deployment: TemporaryDeployment;
  let folder: ServiceFolder;
  let service: ServiceCommand | null = null;
  before(async () => {
    devnet = await startDevnet({ chainIds: [source, destination], port: 0 });
    deployment = await temporaryDeployment([stockPackage]);
    folder = await ServiceFolder.make();
  });
  after(async () => {
    service?.signal('SIGKILL');
    await service?.exited;
    await devnet.stop();
    await deployment.remove();
    await folder.remove();
  });

  it('gives a route its payment back, lists a payer whose route is lost, and nothing is paid twice', async () => {
    service = await start();
    const [kept, lost] = [
      await freshPayer({ devnet }, source, 2_000_000n),
      await freshPayer({ devnet }, source, 3_000_000n),
    ];
    await stopMining(devnet, source);
    const first = await send({ client: client() }, kept, {
      from: source,
      to: destination,
      units: 2_000_000n,
    });
    const id = textField(first.receipt, 'id');
    const copy = join(folder.path, 'copy.sqlite');
    backUpStore(await folder.data(), copy);
    await resumeMining(devnet, source);
    const second = await send({ client: client() }, lost, {
      from: source,
      to: destination,
      units: 3_000_000n,
    });
    await endOfRoute(client(), id);
    await endOfRoute(client(), textField(second.receipt, 'id'));
    const whileRunning = await recover();
    service.signal('SIGTERM');
    await service.exited;
    for (const name of await readdir(await folder.data()))
      if (name.startsWith('journal.sqlite')) await rm(join(await folder.data(), name));
    const withoutStore = await recover('--dry-run');
    restoreStore(await folder.data(), copy);
    for (const chain of [source, destination]) await mine(devnet, chain, 13);

    const dry = await recover('--dry-run', '--json');
    const done = await recover();
    service = await start();
    const last = await endOfRoute(client(), id);

    expect(whileRunning.err).to.contain('is in use by process');
    expect([withoutStore.code, withoutStore.err]).to.satisfy(
      ([code, err]: [number, string]) => code === 1 && err.includes('there is no store in'),
    );
    expect(dry.code, dry.err).to.equal(0);
    const { accounts } = JSON.parse(dry.out) as {
      readonly accounts: readonly {
        readonly role: string;
        readonly state: string;
        readonly found: readonly {
          readonly outcome: string;
          readonly matched: readonly { readonly purpose: string }[];
          readonly unmatched: readonly { readonly kind: string }[];
        }[];
      }[];
    };
    expect(
      accounts
        .filter(({ found }) => found.length > 0)
        .map(({ role, state, found }) => [
          role,
          state,
          found.map(({ outcome, matched, unmatched }) => [
            outcome,
            ...matched.map(({ purpose }) => purpose),
            ...unmatched.map(({ kind }) => kind),
          ]),
        ]),
    ).to.deep.equal([
      // The payer's allowance for Permit2 stands in front of the pull, and moves nothing.
      ['spender', 'brought-forward', [['nothing'], ['unmatched', 'pull']]],
      [
        'float',
        'brought-forward',
        [
          ['matched', 'payout'],
          ['unmatched', 'payment'],
        ],
      ],
    ]);
    expect(done.code, done.err).to.equal(0);
    expect(done.out).to.contain(`payout of ${id}`);
    expect(done.out).to.match(/^quarantined +0 routes wait for a person$/m);
    expect(last['status']).to.equal('DONE');
    expect([
      await usdcBalance(devnet, destination, kept.address),
      await usdcBalance(devnet, destination, lost.address),
    ]).to.deep.equal([1_998_400n, 2_997_600n]);
    const listed = await runInterline(['desk'], {
      env: { INTERLINE_URL: service.url, INTERLINE_DATA: folder.path },
    });
    expect(listed.out, listed.err).to.match(/^slot \d+ of the spender on \d+: pull since /m);
    expect(listed.out).to.match(/^ +hash: 0x[0-9a-f]{64}$/m);
    expect(listed.out.toLowerCase())
      .to.contain('moved: 3 usdc')
      .and.contain(lost.address.toLowerCase())
      .and.contain('$ interline float return eip155:8453/0x');
  });

  const start = (): Promise<ServiceCommand> => folder.start({ deployment, devnet });

  const recover = (...more: readonly string[]) =>
    runInterline(['recover', '--from-chain', '--config', folder.config, ...more], {
      cwd: deployment.dir,
      env: { INTERLINE_DEVNET: devnet.url },
    });
  const client = () => serviceClient(service?.url ?? '');
});
