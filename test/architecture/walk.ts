import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Session } from 'node:inspector/promises';
import { type EngineHarness, startEngineHarness } from '../support/engine-harness.ts';
import { freshPayer, sign } from '../support/payer.ts';

/**
 * What a reader walks through: the files whose functions run between a request and its response,
 * taken from the running service. Prints one quote over the float lane and eight engines, and one
 * execute until the response that its first transaction is sent.
 *
 *   npm run walk             how many files, by top-level folder
 *   npm run walk -- --files  which files
 *
 * What the service does beside the request (sweeps, polls) falls into some of the repetitions only,
 * so a file counts where every repetition ran it.
 */
const repetitions = 5;
const [source, destination] = [8453, 42161];
const root = fileURLToPath(new URL('../../', import.meta.url));
/**
 * Not walked by the reader of one request: tests, the devnet, rails, and what sends the request.
 */
const aside = ['test/', 'apps/devnet/', 'apps/client/', 'apps/cli/', 'rails/', 'node_modules/'];

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

const harness = await startEngineHarness({ include: ['aggregators', 'floatlane'] });
try {
  print('one quote', await walked((at) => quote(harness, at)));
  const bodies: Readonly<Record<string, unknown>>[] = [];
  for (let at = 0; at <= repetitions; at += 1) bodies.push(await signedBody(harness, at));
  print(
    'one execute',
    await walked(async (at) => {
      await harness.client.post('/api/route/execute', bodies[at] ?? {});
    }),
  );
} finally {
  await harness.stop();
  session.disconnect();
}

async function quote({ client }: EngineHarness, at: number): Promise<void> {
  await client.post('/api/route/quote', {
    fromChain: source,
    toChain: destination,
    token: 'USDC',
    amount: String(100_000_000 + at),
  });
}

async function signedBody(
  to: EngineHarness,
  at: number,
): Promise<Readonly<Record<string, unknown>>> {
  const units = 100_000_000n + BigInt(at);
  const payer = await freshPayer(to, source, units);
  return (await sign(to, payer, { from: source, to: destination, units })).body;
}

/** The first run warms caches that every later request finds warm. */
async function walked(run: (at: number) => Promise<void>): Promise<readonly string[]> {
  await run(0);
  let common: ReadonlySet<string> | undefined;
  for (let at = 1; at <= repetitions; at += 1) {
    await filesRun();
    await run(at);
    const files = await filesRun();
    common = new Set([...files].filter((file) => common?.has(file) ?? true));
  }
  return [...(common ?? [])].sort();
}

/** The files of ours in which a function ran since it was last asked. */
async function filesRun(): Promise<ReadonlySet<string>> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const files = result
    .filter(({ url, functions }) => url.startsWith('file:') && functions.some(hasRun))
    .map(({ url }) => relative(root, fileURLToPath(url)));
  return new Set(files.filter((file) => !aside.some((folder) => file.startsWith(folder))));
}

/** The nameless function that starts at 0 is the file itself, which runs when it is loaded. */
function hasRun(one: {
  readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
}): boolean {
  const [range] = one.ranges;
  return range !== undefined && range.startOffset > 0 && range.count > 0;
}

function print(title: string, files: readonly string[]): void {
  const folders = Map.groupBy(files, (file) => file.split('/').slice(0, 2).join('/'));
  console.log(`${title}: ${files.length} files in ${new Set(files.map(folderOf)).size} folders`);
  for (const [folder, inside] of folders) {
    console.log(`  ${String(inside.length).padStart(4)}  ${folder}`);
    if (process.argv.includes('--files'))
      for (const file of inside) console.log(`          ${file}`);
  }
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/'));
}
