import { availableParallelism } from 'node:os';
import { writeFileSync } from 'node:fs';
import { benchCommand, type BenchFlags, progress } from './bench-command.ts';
import { measureCpu } from './quote/cpu/measure-cpu.ts';
import { measureFanOut } from './quote/fan-out/measure-fan-out.ts';
import { askQuotes, measureLoad } from './quote/measure-load.ts';
import { measureHanging, measureSingleFlight } from './quote/measure-manners.ts';
import { type QuoteScene, quoteScene } from './quote/quote-scene.ts';
import { quoteTables } from './quote/quote-tables.ts';
import { type QuoteFigures, quoteVerdict } from './quote/quote-verdict.ts';

const usage = `Usage: npm run bench:quote -- [--quick] [--json] [--strict] [--profile FILE]

A quote over eight engines through HTTP, beside the slowest of them asked directly, and beside the same eight calls with
no service around them: how much the service adds, how often it asks for the same thing, what a hanging engine costs,
and what processor a quote takes beside a bare fan-out's and a bare Koa's.

  --quick    fewer of each
  --json     one JSON object instead of the tables
  --strict   end with 1 where a goal is missed
  --profile  only asks for quotes, and keeps the service's CPU profile in this file, for a browser's developer tools
  --help     this text`;

/** Above what any engine takes under load, and short enough to be waited for a few times. */
const engineDeadlineMs = 600;
const identicalRequests = 50;
const hangingQuotes = 5;
const hangingEngine = 'relay';
const amounts = {
  full: {
    alone: { concurrency: 1, requests: 1, turns: 60 },
    crowd: { concurrency: 40, requests: 200, turns: 4 },
    fanOut: { rounds: 7, perSec: 50, paced: 100, clients: 40, asked: 400 },
    cpu: { warmup: 4_000, requests: 8_000 },
  },
  quick: {
    alone: { concurrency: 1, requests: 1, turns: 20 },
    crowd: { concurrency: 40, requests: 200, turns: 1 },
    fanOut: { rounds: 3, perSec: 50, paced: 75, clients: 40, asked: 120 },
    cpu: { warmup: 1_500, requests: 2_000 },
  },
} as const;

type Amounts = (typeof amounts)['full' | 'quick'];

await benchCommand(usage, ['quick', 'json', 'strict', 'profile'], (flags) =>
  flags.profile === null ? run(flags) : profiled(flags.profile),
);

async function run({ json, quick, strict }: BenchFlags): Promise<void> {
  const asked = amounts[quick ? 'quick' : 'full'];
  const overEngines = await onQuoteScene((scene) => quotesOverEngines(scene, asked));
  progress('quotes beside a bare Koa');
  const figures: QuoteFigures = { ...overEngines, cpu: await measureCpu(1, asked.cpu) };
  const { goals, isMet } = quoteVerdict(figures);
  console.log(
    json
      ? JSON.stringify(
          {
            bench: 'quote',
            node: process.version,
            cores: availableParallelism(),
            ...figures,
            goals,
            isMet,
          },
          null,
          2,
        )
      : quoteTables(figures, goals),
  );
  if (strict && !isMet) process.exitCode = 1;
}

async function quotesOverEngines(
  scene: QuoteScene,
  { alone, crowd, fanOut }: Amounts,
): Promise<Omit<QuoteFigures, 'cpu'>> {
  await warmUp(scene);
  progress('quotes beside the slowest engine');
  const loads = [await measureLoad(scene, alone), await measureLoad(scene, crowd)];
  progress('quotes beside the bare fan-out');
  const beside = await measureFanOut(scene, fanOut);
  const singleFlight = await measureSingleFlight(scene, identicalRequests);
  return {
    loads,
    fanOut: beside,
    singleFlight,
    identicalRequests,
    engineDeadlineMs,
    hangingMs: await measureHanging(scene, hangingEngine, hangingQuotes),
  };
}

function profiled(file: string): Promise<void> {
  return onQuoteScene(async (scene) => {
    await warmUp(scene);
    const { clients, asked, rounds } = amounts.full.fanOut;
    const profile = await scene.service.profiled(() => askQuotes(scene, asked * rounds, clients));
    writeFileSync(file, JSON.stringify(profile));
    progress(`${asked * rounds} quotes are in ${file}`);
  });
}

/** Code is compiled before anything is timed. */
async function warmUp(scene: QuoteScene): Promise<void> {
  for (const concurrency of [8, 40])
    await measureLoad(scene, { concurrency, requests: 400, turns: 1 });
}

async function onQuoteScene<T>(work: (scene: QuoteScene) => Promise<T>): Promise<T> {
  const scene = await quoteScene(engineDeadlineMs);
  try {
    return await work(scene);
  } catch (error) {
    throw new Error(
      `the quotes broke off: ${error instanceof Error ? error.message : String(error)}; the service said:\n${scene.service.said()}`,
      { cause: error },
    );
  } finally {
    await scene.stop();
  }
}
