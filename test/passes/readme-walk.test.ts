import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDevnet, type Devnet } from '@interline/devnet';
import { expect } from 'chai';
import { fastFolder } from '../support/fast-folder.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import type { Ran } from '../support/run-interline.ts';

const repo = fileURLToPath(new URL('../../', import.meta.url));

describe('the walk of a pass in the README', () => {
  let devnet: Devnet;
  let harness: Harness;
  let folder: string;
  before(async () => {
    devnet = await startDevnet({ port: 0, witnesses: 3 });
    harness = await startHarness({ devnet, limitScale: 1 });
    folder = await mkdtemp(join(fastFolder, 'interline-walk-'));
  });
  after(async () => {
    await harness.stop();
    await devnet.stop();
    await rm(folder, { recursive: true });
  });

  const run = (command: string): Promise<Ran> =>
    new Promise((resolve) => {
      const env = { ...process.env, INTERLINE_URL: harness.url, INTERLINE_PASSES: folder };
      const here = command.replaceAll('localhost:8787', new URL(harness.url).host);
      execFile('sh', ['-c', here], { cwd: repo, env }, (error, out, err) => {
        resolve({ code: error === null ? 0 : Number(error.code), out, err });
      });
    });

  it('takes four commands: the limit is used up, a pass goes past it through the relay, and all of it is looked at', async function () {
    if (spawnSync('curl', ['--version']).error !== undefined) return this.skip();
    const [, about = ''] = (await readFile(join(repo, 'README.md'), 'utf8')).split(
      '## Ask privately',
    );
    const commands = (/```sh\n([^`]+)\n```/.exec(about)?.[1] ?? '').split('\n');
    expect(commands).to.have.length(4);

    const ran: Ran[] = [];
    for (const command of commands) ran.push(await run(command));
    const [, limit, quote, looked] = ran;

    expect(ran.map(({ code }) => code)).to.deep.equal([0, 0, 0, 0]);
    expect(limit?.out).to.equal(`${'200 '.repeat(40)}429 `);
    expect(quote?.out).to.include('one was spent; 19 are left');
    expect(looked?.out).to.include('The mint is sound').and.to.include('"svc-posture/1"');
  });
});
