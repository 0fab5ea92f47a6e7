import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const run = promisify(execFile);
/** A disk that goes with its process. In a user namespace mounting one needs no root. */
const onOwnDisk = [
  '--user',
  '--map-root-user',
  '--mount',
  'sh',
  '-c',
  'mount -t tmpfs -o size=4m tmpfs "$1" && shift && exec "$@"',
  'sh',
];

describe('a disk that is full', () => {
  let folder: string;
  before(async function () {
    folder = await mkdtemp(join(tmpdir(), 'interline-disk-'));
    if (
      await run('unshare', [...onOwnDisk, folder, 'true']).then(
        () => false,
        () => true,
      )
    )
      this.skip();
  });
  after(() => rm(folder, { recursive: true }));

  it('was called ready, since rows could be read: it is down while full, then up again', async () => {
    const child = fileURLToPath(new URL('./full-disk-child.ts', import.meta.url));

    const { stdout } = await run('unshare', [
      ...onOwnDisk,
      folder,
      process.execPath,
      '--conditions=interline-source',
      child,
      folder,
    ]);
    // CAST: what the child prints.
    const { downAfterMs, ...seen } = JSON.parse(stdout) as Readonly<Record<string, unknown>>;

    expect(seen).to.deep.equal({
      before: true,
      full: 'STORE_DOWN',
      read: 'rt_0',
      after: 'kept',
      routes: 2,
    });
    expect(downAfterMs).to.be.a('number');
  });
});
