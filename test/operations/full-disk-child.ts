// A store on a small disk, which this program fills to the last byte. Not for import.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@interline/adapters/clock';
import { pinoLog } from '@interline/adapters/log';
import { openStore } from '@interline/adapters/store';
import { watchStore } from '@interline/server';
import { isRelayError } from '@interline/kernel';
import { route } from '../contract/store-samples.ts';

const [folder = ''] = process.argv.slice(2);
const filler = join(folder, 'filler');
const store = await openStore({ file: join(folder, 'journal.sqlite') });
const stop = new AbortController();
const watch = watchStore({ store, clock: systemClock, log: pinoLog('silent') });
const watching = watch.watch(stop.signal);
const accept = (id: string): Promise<string> =>
  store
    .run('accept-route', (tx) => tx.transfers.insertRoute(route(id, { stage: 'x'.repeat(20_000) })))
    .then(
      () => 'kept',
      (error: unknown) => (isRelayError(error) ? error.code : 'odd'),
    );

await accept('rt_0');
const before = watch.isUp();
fill();
const startedMs = performance.now();
while (watch.isUp()) await systemClock.sleep(10);
const downAfterMs = performance.now() - startedMs;
const full = await accept('rt_1');
const read = (await store.reads.transfers.route('rt_0'))?.id;
rmSync(filler);
while (!watch.isUp()) await systemClock.sleep(10);
const after = await accept('rt_2');
stop.abort();
await watching;
const { routes } = await store.reads.transfers.counts();
await store.close();
console.log(JSON.stringify({ before, full, read, after, routes, downAfterMs }));

/** To the last byte: in ever smaller pieces. */
function fill(): void {
  for (let bytes = 65_536; bytes >= 1; bytes /= 2) {
    for (;;) {
      try {
        writeFileSync(filler, Buffer.alloc(bytes), { flag: 'a' });
      } catch {
        break;
      }
    }
  }
}
