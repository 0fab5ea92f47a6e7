import { expect } from 'chai';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { exchangeDraft, setClaimedFree } from './claimed-passes.ts';

describe('passes that came of a claim', () => {
  let folder: string;
  let draft: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'interline-purse-'));
    draft = join(folder, 'd1.draft');
    await writeFile(draft, '{}');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const passes = [
    ['a.json', { pass: 'a' }],
    ['b.json', { pass: 'b' }],
  ] as const;
  const names = async (): Promise<readonly string[]> => (await readdir(folder)).sort();
  /** An exchange as it stood at its death: with the draft in it or not. */
  const cutOff = async (isExchanged: boolean): Promise<void> => {
    const filled = join(folder, 'd1.draft.0011.claimed');
    await mkdir(filled);
    for (const [name, pass] of passes) await writeFile(join(filled, name), JSON.stringify(pass));
    if (isExchanged) await rename(draft, join(filled, 'exchanged'));
  };

  it('are in the purse in place of the draft, and nothing else is', async () => {
    await exchangeDraft(draft, passes, folder);

    expect(await names()).to.deep.equal(['a.json', 'b.json']);
  });

  it('are taken by none, and its draft is there still, if the exchange was cut off before it', async () => {
    await cutOff(false);
    await setClaimedFree(folder);
    const before = (await names()).filter((name) => !name.endsWith('.claimed'));
    await exchangeDraft(draft, passes, folder);

    expect(before).to.deep.equal(['d1.draft']);
    expect(await names()).to.deep.equal(['a.json', 'b.json']);
  });

  it('come by themselves if it was cut off after it, and one that is spent does not come back', async () => {
    await cutOff(true);
    await setClaimedFree(folder);
    const free = await names();
    await rm(join(folder, 'a.json'));
    await setClaimedFree(folder);

    expect(free).to.deep.equal(['a.json', 'b.json']);
    expect(await names()).to.deep.equal(['b.json']);
  });

  it('do not come back if the same draft is exchanged by another process later', async () => {
    await exchangeDraft(draft, passes, folder);
    await rm(join(folder, 'a.json'));
    await exchangeDraft(draft, passes, folder);

    expect(await names()).to.deep.equal(['b.json']);
  });

  it('are there once if two exchange the same draft at once', async () => {
    for (let n = 0; n < 50; n += 1) {
      await writeFile(draft, '{}');
      await Promise.all([
        exchangeDraft(draft, passes, folder),
        exchangeDraft(draft, passes, folder),
      ]);

      expect(await names(), `time ${n}`).to.deep.equal(['a.json', 'b.json']);
      for (const [name] of passes) await rm(join(folder, name));
    }
  });

  it('are there once if two processes exchange the same draft at once', async () => {
    const codes = await Promise.all([exchangedBy(draft), exchangedBy(draft)]);

    expect(codes).to.deep.equal([0, 0]);
    expect((await names()).filter((name) => name.endsWith('.json'))).to.have.length(200);
    expect(await names()).to.have.length(200);
  });

  it('come if the process that took the draft was killed, and another one goes on with it', async () => {
    await cutOff(true);
    await exchangeDraft(draft, passes, folder);

    expect(await names()).to.deep.equal(['a.json', 'b.json']);
  });

  it('leave the folder that another process still fills, and not that of one that is gone', async () => {
    const gone = spawnSync(process.execPath, ['--version']).pid;
    for (const pid of [process.ppid, gone])
      await mkdir(join(folder, `d1.draft.${pid}.0011.claimed`));
    await exchangeDraft(draft, passes, folder);

    expect(await names()).to.deep.equal([
      'a.json',
      'b.json',
      `d1.draft.${process.ppid}.0011.claimed`,
    ]);
  });
});

/** With which code a process ends that exchanges a draft for two hundred passes. */
async function exchangedBy(draft: string): Promise<unknown> {
  const script = `
    import { exchangeDraft } from ${JSON.stringify(new URL('claimed-passes.ts', import.meta.url).href)};
    const passes = Array.from({ length: 200 }, (_, n) => [n + '.json', { pass: n }]);
    await exchangeDraft(${JSON.stringify(draft)}, passes, ${JSON.stringify(dirname(draft))});
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [unknown]; // CAST: its exit code.
  return code;
}
