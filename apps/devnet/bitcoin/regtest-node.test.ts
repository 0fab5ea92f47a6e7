import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRegtestNode } from './regtest-node.ts';

describe('a bitcoind that lacks a library', () => {
  it('is named with what shows why, once it has ended five times', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'interline-regtest-test-'));
    let started = 0;

    const said = await startRegtestNode({
      bitcoind: { file: '/bin/false', before: [] },
      folder,
      spawn: (file, args) => {
        started += 1;
        return spawn(file, args);
      },
    }).catch(({ message }: Error) => message);
    rmSync(folder, { recursive: true });

    expect([said, started]).to.deep.equal([
      'bitcoind did not start in 5 attempts; "/bin/false -version" may say why',
      5,
    ]);
  });
});
