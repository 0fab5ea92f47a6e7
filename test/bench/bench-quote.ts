import { availableParallelism } from 'node:os';
import { benchCommand } from './bench-command.ts';
import { measureCpu } from './quote/cpu/measure-cpu.ts';
import { measureLoad } from './quote/measure-load.ts';
import { measureHanging, measureSingleFlight } from './quote/measure-manners.ts';
import { quoteScene } from './quote/quote-scene.ts';
import { quoteTables } from './quote/quote-tables.ts';
import { type QuoteFigures, quoteVerdict } from './quote/quote-verdict.ts';

const usage = `Usage: npm run bench:quote -- [--json] [--strict]

A quote over eight engines through HTTP, beside the slowest of them asked directly: how much the service adds, how often
it asks for the same thing, what a hanging engine costs, and what processor a quote takes beside a bare Koa's.

  --json    one JSON object instead of the tables
  --strict  end with 1 where a goal is missed
  --help    this text`;

/** Above what any engine takes under load, and short enough to be waited for a few times. */
const engineDeadlineMs = 600;
const identicalRequests = 50;
const hangingQuotes = 5;
const hangingEngine = 'relay';

await benchCommand(usage, ['json', 'strict'], ({ json, strict }) => run(json, strict));

async function run(isJson: boolean, isStrict: boolean): Promise<void> {
  const figures: QuoteFigures = { ...(await quotesOverEngines()), cpu: await measureCpu(1) };
  const { goals, isMet } = quoteVerdict(figures);
  console.log(
    isJson
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
  if (isStrict && !isMet) process.exitCode = 1;
}

async function quotesOverEngines(): Promise<Omit<QuoteFigures, 'cpu'>> {
  const scene = await quoteScene(engineDeadlineMs);
  try {
    // Code is compiled before anything is timed.
    for (const concurrency of [8, 40])
      await measureLoad(scene, { concurrency, requests: 400, turns: 1 });
    const loads = [
      await measureLoad(scene, { concurrency: 1, requests: 1, turns: 60 }),
      await measureLoad(scene, { concurrency: 40, requests: 200, turns: 4 }),
    ];
    const singleFlight = await measureSingleFlight(scene, identicalRequests);
    return {
      loads,
      singleFlight,
      identicalRequests,
      engineDeadlineMs,
      hangingMs: await measureHanging(scene, hangingEngine, hangingQuotes),
    };
  } catch (error) {
    throw new Error(
      `the quotes broke off: ${error instanceof Error ? error.message : String(error)}; the service said:\n${scene.service.said()}`,
      { cause: error },
    );
  } finally {
    await scene.stop();
  }
}
