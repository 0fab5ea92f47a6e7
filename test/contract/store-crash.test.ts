import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openStore } from '@interline/adapters/store';
import { expect } from 'chai';
import { base, spender } from './store-samples.ts';
import { temporaryFolder } from './store-temporary-folder.ts';

const child = fileURLToPath(new URL('./store-crash-child.ts', import.meta.url));
const enough = 150;

describe('the store after a kill -9', () => {
  const folder = temporaryFolder();
  after(() => folder.remove());

  it('has every unit whose promise had resolved, and no half of any', async () => {
    const file = join(folder.path, 'journal.db');
    const told = await killedAfter(enough, file);

    const store = await openStore({ file });
    const ids = new Set((await store.reads.transfers.unsettledRoutes(100_000)).map(({ id }) => id));
    const record = await store.reads.transactions.account(base, spender);
    await store.close();

    expect(told.length).to.be.at.least(enough);
    expect(told.filter((at) => !ids.has(`rt_${at}_a`) || !ids.has(`rt_${at}_b`))).to.deep.equal([]);
    expect(
      [...ids].filter(
        (id) => !ids.has(id.endsWith('_a') ? id.replace('_a', '_b') : id.replace('_b', '_a')),
      ),
    ).to.deep.equal([]);
    expect(ids.size).to.equal(2 * (record?.nextSlot ?? 0));
  });
});

/** Numbers of the units the child said were kept, up to its death. */
async function killedAfter(count: number, file: string): Promise<readonly number[]> {
  const running = spawn(process.execPath, ['--conditions=interline-source', child, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const told: number[] = [];
  createInterface(running.stdout).on('line', (line) => {
    told.push(Number(line));
    if (told.length === count) running.kill('SIGKILL');
  });
  await once(running, 'close');
  return told;
}
