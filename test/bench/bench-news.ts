import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fastFolder } from '../support/fast-folder.ts';
import { startPostgres } from '../support/postgres.ts';
import { benchCommand, progress } from './bench-command.ts';
import { type Figure, measureNews, type Way } from './news/measure-news.ts';
import { stoppedWithBench } from './scene/stopping.ts';

const usage = `Usage: npm run bench:news -- [--quick] [--json]

How long after the COMMIT of a route's end its client knows of it: by the event stream, by reads that wait, by polling,
and by the stream as it was before there was a notifier, looked at once a second. In one process on SQLite, and with the
server and the one that ends the routes as two processes on PostgreSQL (npm's own, or the one DATABASE_URL names).

  --quick   one round of twenty ends instead of five
  --json    one JSON object instead of the table
  --help    this text`;

const ways: readonly Way[] = ['stream', 'wait', 'poll', 'stream, looked once a second'];

interface Scene {
  readonly scene: string;
  readonly figures: readonly Figure[];
}

await benchCommand(usage, ['quick', 'json'], async ({ quick, json }) => {
  const rounds = quick ? 1 : 5;
  const scenes = [await inOneProcess(rounds), await inTwo(rounds)].filter((one) => one !== null);
  console.log(
    json
      ? JSON.stringify({ bench: 'news', node: process.version, scenes }, null, 2)
      : scenes.map(tableOf).join('\n\n'),
  );
});

async function inOneProcess(rounds: number): Promise<Scene> {
  const folder = await mkdtemp(join(fastFolder, 'interline-news-'));
  try {
    const figures: Figure[] = [];
    for (const [at, way] of ways.entries()) {
      progress(`${way}, one process`);
      const place = { file: join(folder, `${at}.sqlite`) };
      figures.push(await measureNews(way, place, { rounds, processes: 1 }));
    }
    return { scene: 'one process, SQLite', figures };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Null where there is no PostgreSQL. */
async function inTwo(rounds: number): Promise<Scene | null> {
  const started = await startPostgres();
  if (started === null) return null;
  const postgres = stoppedWithBench(started);
  try {
    const figures: Figure[] = [];
    for (const way of ways) {
      progress(`${way}, two processes`);
      const place = { url: postgres.url, schema: postgres.newSchema() };
      figures.push(await measureNews(way, place, { rounds, processes: 2 }));
    }
    return { scene: 'two processes, PostgreSQL', figures };
  } finally {
    await postgres.stop();
  }
}

function tableOf({ scene, figures }: Scene): string {
  return [
    `${scene.padEnd(32)}${'p50'.padStart(10)}${'p99'.padStart(10)}`,
    ...figures.map(
      ({ way, p50Ms, p99Ms }) =>
        `${way.padEnd(32)}${`${p50Ms} ms`.padStart(10)}${`${p99Ms} ms`.padStart(10)}`,
    ),
  ].join('\n');
}
