import { enableCompileCache } from 'node:module';
import { inspect } from 'node:util';
import { until } from './support/until.ts';

// Hundreds of processes load the same sources: what the first of them compiled spares the others
// half their start.
const { directory } = enableCompileCache();
if (directory !== undefined) process.env['NODE_COMPILE_CACHE'] = directory;

// A leak must fail the run loudly instead of hanging CI. Of files that run side by side, which
// share a process with the next file, each is asked for the servers and processes it left; where a
// file runs alone, its process has to end.
const graceMs = 5_000;
let heldBefore = 0;

export const mochaHooks = {
  beforeAll(): void {
    heldBefore = serversAndProcesses();
  },

  /** Workers report as JSON, which has no bigints: one failure with some would hide its whole file. */
  afterEach(this: Mocha.Context): void {
    const failure: unknown = this.currentTest?.err;
    if (process.env['MOCHA_WORKER_ID'] === undefined || !isComparison(failure)) return;
    failure.actual = inWords(failure.actual);
    failure.expected = inWords(failure.expected);
  },

  async afterAll(this: Mocha.Context): Promise<void> {
    if (process.env['MOCHA_WORKER_ID'] !== undefined) {
      const file = this.test?.parent?.suites[0]?.file ?? 'the file';
      await until(
        `the end of every server and process that ${file} started`,
        () => serversAndProcesses() <= heldBefore,
      );
      return;
    }
    const alarm = setTimeout(() => {
      console.error(
        'the run is over but something still holds the process:',
        process.getActiveResourcesInfo(),
      );
      // mocha's own exit listener sets the code to 0, so ours is registered after it.
      process.on('exit', () => {
        process.exitCode = 1;
      });
      process.exit(1);
    }, graceMs);
    alarm.unref();
  },
};

function serversAndProcesses(): number {
  return process
    .getActiveResourcesInfo()
    .filter((one) => one === 'TCPServerWrap' || one === 'ProcessWrap').length;
}

interface Comparison {
  actual: unknown;
  expected: unknown;
}

function isComparison(failure: unknown): failure is Comparison {
  return typeof failure === 'object' && failure !== null && 'actual' in failure;
}

function inWords(value: unknown): unknown {
  return typeof value === 'string' ? value : inspect(value, { depth: null, sorted: true });
}
