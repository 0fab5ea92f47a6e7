import { devnetTable } from './devnet-table.ts';
import { onStopSignal } from './processes/on-stop-signal.ts';
import { readDevnetArgs, usage } from './read-devnet-args.ts';
import { startDevnet } from './supervisor.ts';

const stopped = new AbortController();

try {
  const { help, ...options } = readDevnetArgs(process.argv.slice(2), process.env);
  if (help) console.log(usage);
  else await run(options);
} catch (error) {
  if (!stopped.signal.aborted) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

async function run(options: { port: number; chainIds?: number[] }): Promise<void> {
  onStopSignal(() => stopped.abort());
  const devnet = await startDevnet({ ...options, log: console.log, signal: stopped.signal });

  console.log(devnetTable(devnet));
  console.log(
    `\nup in ${(performance.now() / 1_000).toFixed(1)} s; Ctrl-C ends it and everything on it`,
  );
}
