import { expect } from 'chai';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fastFolder } from '../support/fast-folder.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { killInterline, type Ran, runInterline } from '../support/run-interline.ts';
import { type SilentProxy, silentProxy } from '../support/silent-proxy.ts';

describe('passes of the command line', () => {
  let harness: Harness;
  let proxy: SilentProxy;
  let folder: string;
  before(async () => {
    harness = await startHarness();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    proxy = await silentProxy(harness.url);
    folder = await mkdtemp(join(fastFolder, 'interline-kept-'));
    await run('passes', 'trial', '--count', '3');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const env = () => ({ INTERLINE_PASSES: folder, INTERLINE_MAILBOX: join(folder, 'mine') });
  const at = (...args: readonly string[]): readonly string[] => [
    ...args,
    '--json',
    '--url',
    proxy.url.replace(/\/$/, ''),
  ];
  const run = (...args: readonly string[]): Promise<Ran> =>
    runInterline(at(...args), { env: env() });
  const jsonOf = ({ out }: Ran): Record<string, unknown> =>
    JSON.parse(out) as Record<string, unknown>; // CAST: what --json prints.
  const send = async (): Promise<readonly string[]> => {
    const { out } = await runInterline(['message', 'address'], { env: env() });
    return ['message', 'send', '--to', out.trim(), '--text', 'good morning'];
  };
  const quote = ['quote', '--pass', '--from', '8453', '--to', '42161', '--amount', '5'];

  it('are all there still if the service is down', async () => {
    const message = await send();
    await proxy.close();
    const ran = [await run(...message), await run(...quote), await run('message', 'read')];
    const left = jsonOf(await run('passes', 'put-back'));

    expect(ran.map(({ code }) => code)).to.deep.equal([1, 1, 1]);
    expect(left).to.include({ putBack: 0, left: 3 });
  });

  it('are kept aside if a command was killed before its answer, until they are put back', async () => {
    await killInterline(
      at(...(await send())),
      { env: env() },
      proxy.fallSilentAt('POST /api/messages/v2/send', false),
    );
    proxy.startAnew();
    const spent = await run(...quote);
    const after = jsonOf(await run('passes', 'balance'));
    const back = jsonOf(await run('passes', 'put-back'));
    const again = [await run(...quote), await run(...quote)];
    await proxy.close();

    expect(spent.code).to.equal(0);
    expect(after).to.include({ left: 1, perhapsSpent: 1 });
    expect(back).to.include({ putBack: 1, left: 2 });
    expect(again.map(({ code }) => code)).to.deep.equal([0, 0]);
    const [place = ''] = await readdir(folder).then((names) =>
      names.filter((name) => name !== 'mine'),
    );
    const kept = await readdir(join(folder, place));
    expect(kept.filter((name) => /json|taken|aside/.test(name))).to.deep.equal([]);
  });
});
