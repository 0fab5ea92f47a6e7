import { parseArgs } from 'node:util';

/** How much is run. */
export interface SettleFlags {
  readonly help: boolean;
  readonly json: boolean;
  /** Nothing is timed: only what a route asks for is counted, by its caller. */
  readonly work: boolean;
  /** Routes at each concurrency. */
  readonly plan: readonly { readonly concurrency: number; readonly routes: number }[];
  /** Routes before anything is measured, so that code is compiled and connections are open. */
  readonly warmup: number;
  /** Where the profile of the service goes; null keeps none. */
  readonly profile: string | null;
}

export const settleUsage = `Usage: npm run bench:settle -- [--quick] [--work] [--json] [--concurrency 1,32,256] [--routes N] [--profile FILE]

Settles a second through HTTP on two local chains, against the floor: the same transactions sent raw to the same nodes;
then the same with transactions merged into batches.
Every transfer is signed beforehand, the service runs as npm start runs it, and one route that fails fails the run.

  --quick        under a minute: fewer routes
  --work         times nothing: counts the statements and RPC calls of a route, with who asks for each
  --json         one JSON object instead of the tables
  --concurrency  clients at once, separated by commas; 1,32,256 when left out
  --routes       routes at each concurrency; more make local nodes slower, see the note under the tables
  --profile      keep the service's CPU profile (32 clients) in this file, for a browser's developer tools
  --help         this text`;

const usual = [1, 32, 256];

/** Throws with what was given and what was wanted. */
export function readSettleFlags(args: readonly string[]): SettleFlags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      work: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      concurrency: { type: 'string' },
      routes: { type: 'string' },
      profile: { type: 'string' },
    },
  });
  const routes = values.routes === undefined ? null : countIn(values.routes, '--routes');
  const clients =
    values.concurrency?.split(',').map((text) => countIn(text.trim(), '--concurrency')) ?? usual;
  return {
    help: values.help,
    work: values.work,
    json: values.json,
    warmup: values.quick ? 128 : 320,
    profile: values.profile ?? null,
    plan: clients.map((concurrency) => ({
      concurrency,
      routes: routes ?? routesAt(concurrency, values.quick),
    })),
  };
}

function routesAt(concurrency: number, isQuick: boolean): number {
  if (concurrency < 8) return isQuick ? 30 : 60;
  return Math.max(isQuick ? 320 : 480, concurrency * (isQuick ? 2 : 3));
}

function countIn(text: string, name: string): number {
  if (!/^[1-9][0-9]{0,4}$/.test(text))
    throw new Error(`${name} has "${text}"; wanted whole numbers from 1 to 99999`);
  return Number(text);
}
