import { openPostgresStore } from '@interline/adapters/store';
import { rsaIssuer } from '@interline/adapters/token-issuer';
import type { Pass } from '@interline/core/passes';
import { readFileSync, writeSync } from 'node:fs';
import { seededRandom } from '../support/seeded-random.ts';
import { mintOn, passOf } from './mint-on.ts';

/** The orders of a process of the race. */
export interface RaceOrder {
  readonly url: string;
  readonly schema: string;
  /** A file with every pass of the race, as JSON. */
  readonly passes: string;
  /** Of the order in which passes are shown: with the same one, all processes show the same pass. */
  readonly seed: number;
  /** How often a pass is shown at once. */
  readonly showings: number;
}

// Shows every pass that often at once, one pass after another in the order of its seed, and says the
// number of each that the service reported as spent by it. Says "over" when it has shown all of them.
// CAST: written by the test that starts it.
const { url, schema, passes, seed, showings } = JSON.parse(process.argv[2] ?? '') as RaceOrder;
const all = (
  JSON.parse(readFileSync(passes, 'utf8')) as { preparedMsg: string; sig: string }[]
).map(passOf);
const store = await openPostgresStore({ url, schema });
const mint = mintOn(store, rsaIssuer({ secret: Buffer.alloc(32, 1), threads: 1 }));
const random = seededRandom(seed);
const shown = all
  .map((pass, at) => ({ pass, at, order: random() }))
  .sort((a, b) => a.order - b.order);

async function spend(pass: Pass, at: number): Promise<void> {
  const isSpent = await mint
    .verifyPass(pass)
    .then((verified) => mint.spendPass(verified))
    .then(
      () => true,
      () => false,
    );
  if (isSpent) writeSync(1, `${at}\n`);
}

for (const { pass, at } of shown)
  await Promise.all(Array.from({ length: showings }, () => spend(pass, at)));
writeSync(1, 'over\n');
process.exit();
