import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { lockFolder } from './lock-folder.ts';

describe('the lock of a data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'interline-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is held by one at a time, and says by whom', () => {
    const data = join(folder, 'made', 'when missing');
    const lock = lockFolder(data);

    expect(() => lockFolder(data)).to.throw(
      `the data folder ${data} is in use by process ${process.pid}; stop that one first, or choose another folder`,
    );
    lock.release();
    lock.release();

    lockFolder(data).release();
  });

  it('makes the folder for its owner only', () => {
    const data = join(folder, 'made', 'when missing');

    lockFolder(data).release();

    expect(
      [join(folder, 'made'), data].map((path) => (statSync(path).mode & 0o777).toString(8)),
    ).to.deep.equal(['700', '700']);
  });

  it('is free again when its holder was killed', async () => {
    const holder = spawn(
      process.execPath,
      [
        '--conditions=interline-source',
        '--input-type=module-typescript',
        '-e',
        `import { lockFolder } from ${JSON.stringify(new URL('./lock-folder.ts', import.meta.url).href)};
       lockFolder(${JSON.stringify(folder)}); console.log('held'); setInterval(() => {}, 1000);`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    try {
      await once(holder.stdout, 'data');
      expect(() => lockFolder(folder)).to.throw(`in use by process ${holder.pid}`);
    } finally {
      holder.kill('SIGKILL');
      await once(holder, 'exit');
    }

    lockFolder(folder).release();
  });
});
