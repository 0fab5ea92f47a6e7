import { openPostgresStore } from '@interline/adapters/store';
import { rsaIssuer } from '@interline/adapters/token-issuer';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { fastFolder } from '../support/fast-folder.ts';
import { postgresOrSkip, type TestPostgres } from '../support/postgres.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { mintOn, takeFrom } from './mint-on.ts';
import type { RaceOrder } from './redeem-child.ts';

const count = 1_000;
const processes = 4;
/** In each process. 50 makes it 200 of a pass at once, and four minutes of two processors. */
const showings = Number(process.env['SHOWINGS'] ?? 10);
const kills = 12;
const seed = Number(process.env['SEED'] ?? 20_261_123);

describe(`a thousand passes, each shown ${showings * processes} times at once to four processes,`, () => {
  let postgres: TestPostgres;
  let folder: string;
  before(async function () {
    postgres = await postgresOrSkip(this);
    folder = await mkdtemp(join(fastFolder, 'interline-race-'));
  });
  after(async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it(`are each spent once, and none is reported as spent that the store does not have, over kills of seed ${seed}`, async () => {
    const random = seededRandom(seed);
    const place = { url: postgres.url, schema: postgres.newSchema() };
    const passes = join(folder, 'passes.json');
    const store = await openPostgresStore(place);
    const issuer = rsaIssuer({ secret: Buffer.alloc(32, 1), threads: 1 });
    const taken = await takeFrom(mintOn(store, issuer), count);
    await writeFile(passes, JSON.stringify(taken.map(textsOf)));

    const told: string[] = [];
    let killed = 0;
    const race = async (): Promise<void> => {
      for (;;) {
        const order = { ...place, passes, showings, seed };
        const child = run(order, told);
        const isOver = once(child, 'exit').then(() => true);
        while (killed < kills) {
          const ended = await Promise.race([isOver, sleep(1_000 + random() * 9_000, false)]);
          if (ended) break;
          if (random() < 0.5) continue;
          killed += 1;
          child.kill('SIGKILL');
          break;
        }
        await isOver;
        if (child.exitCode === 0) return;
      }
    };
    await Promise.all(Array.from({ length: processes }, race));

    const rows = await store.run('look', ({ passes: spent }) =>
      Promise.all(
        taken.map(({ preparedMessage }) => spent.spendPass(1, issuer.spendIdOf(preparedMessage))),
      ),
    );
    await issuer.close();
    await store.close();
    console.log(`      ${told.length} told, ${killed} kills`);
    expect(new Set(told).size).to.equal(told.length);
    expect(rows.filter((isNew) => isNew).length).to.equal(0);
    // What a kill cut off between its commit and its word.
    expect(count - told.length).to.be.at.most(killed);
  });
});

function run(order: RaceOrder, told: string[]): ChildProcess {
  const child = spawn(
    process.execPath,
    [
      '--conditions=interline-source',
      join(import.meta.dirname, 'redeem-child.ts'),
      JSON.stringify(order),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    told.push(...lines.filter((line) => line !== 'over'));
  });
  return child;
}

function textsOf({
  preparedMessage,
  signature,
}: {
  preparedMessage: Uint8Array;
  signature: Uint8Array;
}) {
  return {
    preparedMsg: Buffer.from(preparedMessage).toString('base64'),
    sig: Buffer.from(signature).toString('base64'),
  };
}
