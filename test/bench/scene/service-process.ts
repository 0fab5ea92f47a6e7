import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { evmAddress, type EvmAddress } from '@interline/kernel';
import type { Tally } from '../count/tally.ts';
import type { CpuProfile } from '../cpu/cpu-profile.ts';
import { stoppedWithBench } from './stopping.ts';

export interface ServiceProcess extends ToldProcess {
  readonly url: string;
  /** Whom payers sign for. */
  readonly spender: EvmAddress;
}

/** A process of the service that does what the benchmark tells it. */
export interface ToldProcess {
  readonly pid: number;
  /** What the service's own thread did while `work` ran. */
  profiled(work: () => Promise<void>): Promise<CpuProfile>;
  /** How often it ran each statement, for each caller where asked, and called a node while `work` ran. */
  counted(work: () => Promise<void>, byCaller?: boolean): Promise<Tally>;
  /** Lines of its log, for a run that fails. */
  said(): string;
  stop(): Promise<void>;
}

/** What differs from the service that `npm start` runs; nothing where all is left out. */
export interface ServiceSetup {
  /** Chains on which transactions are merged. */
  readonly batching?: readonly number[];
  readonly deployment?: RailsDeployment;
  /** Only these of the installed rails. */
  readonly rails?: readonly string[];
  /** Where several processes share a PostgreSQL; a file of its own where left out. */
  readonly shared?: SharedPlace;
}

/** What the processes of one fleet have in common. */
export interface SharedPlace {
  readonly database: { readonly url: string; readonly schema: string };
  /** With the keys. */
  readonly dataDir: string;
}

/** A folder whose own dependencies are the rails, and their settings by rail id. */
export interface RailsDeployment {
  readonly dir: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Names the database to the process, and to no other. */
const databaseUrl = 'BENCH_DATABASE';
const startDeadlineMs = 20_000;
const stopDeadlineMs = 5_000;

/**
 * The service as `npm start` runs it, in a process of its own with the deployment's own rails, on
 * chains that run already. On a shared place it takes requests and leaves the work to others.
 */
export async function startServiceProcess(
  devnetUrl: string,
  setup: ServiceSetup = {},
): Promise<ServiceProcess> {
  const { up, ...service } = await startProcess(
    devnetUrl,
    setup,
    setup.shared === undefined ? ['up'] : ['up', '--http-only'],
  );
  const url = String(up['url']);
  return { ...service, url, spender: await spenderOf(url) };
}

/** A worker of the fleet that shares the place: it serves no requests. */
export async function startWorkerProcess(
  devnetUrl: string,
  setup: ServiceSetup & Required<Pick<ServiceSetup, 'shared'>>,
): Promise<ToldProcess> {
  return startProcess(devnetUrl, setup, ['worker']);
}

async function startProcess(
  devnetUrl: string,
  { batching = [], deployment, rails, shared }: ServiceSetup,
  command: readonly string[],
): Promise<ToldProcess & { readonly up: Readonly<Record<string, unknown>> }> {
  const folder = mkdtempSync(join(tmpdir(), 'interline-bench-'));
  const configFile = join(folder, 'interline.json');
  writeFileSync(
    configFile,
    JSON.stringify({
      profile: 'devnet',
      dataDir: shared?.dataDir ?? join(folder, 'data'),
      server: { port: 0 },
      limits: { scale: 1_000_000 },
      payments: { settlesPerKey: 1_000_000 },
      batching,
      rails: { settings: deployment?.settings ?? {}, include: rails },
      ...(shared === undefined
        ? {}
        : { database: { url: { env: databaseUrl }, schema: shared.database.schema } }),
    }),
  );
  const child = spawn(
    process.execPath,
    [
      '--conditions=interline-source',
      '--import',
      new URL('./profile-when-told.ts', import.meta.url).href,
      '--import',
      new URL('../count/count-when-told.ts', import.meta.url).href,
      join(root, 'apps/cli/main.ts'),
      ...command,
      '--json',
      '--config',
      configFile,
    ],
    {
      cwd: deployment?.dir ?? root,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...withoutOurs(process.env),
        INTERLINE_DEVNET: devnetUrl,
        ...(shared === undefined ? {} : { [databaseUrl]: shared.database.url }),
      },
    },
  );
  const running = stoppedWithBench({
    async stop() {
      await stopChild(child);
      rmSync(folder, { recursive: true, force: true });
    },
  });
  const log: string[] = [];
  for (const stream of [child.stderr, child.stdout])
    stream?.setEncoding('utf8').on('data', (text: string) => log.push(text));
  const up = await upIn(child, log);
  if (up === null) {
    await running.stop();
    throw new Error(`the service did not start:\n${log.join('')}`);
  }

  return {
    up,
    pid: child.pid ?? 0,
    said: () => log.join(''),
    async profiled(work: () => Promise<void>) {
      const file = join(folder, 'service.cpuprofile');
      await tell(child, { kind: 'profile', file });
      await work();
      await tell(child, { kind: 'enough', file });
      return JSON.parse(readFileSync(file, 'utf8')) as CpuProfile; // CAST: written by V8.
    },
    async counted(work: () => Promise<void>, byCaller = false) {
      const file = join(folder, 'tally.json');
      await tell(child, { kind: 'count', file, byCaller });
      await work();
      await tell(child, { kind: 'counted', file });
      return JSON.parse(readFileSync(file, 'utf8')) as Tally; // CAST: written by our own counter.
    },
    stop: () => running.stop(),
  };
}

/** The shell that runs a benchmark may have the settings of a service for real chains. */
function withoutOurs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(EVM_RPC_|INTERLINE_)/.test(name)),
  );
}

/** What it says of itself once it is up; null where it ends or takes too long. */
async function upIn(
  child: ChildProcess,
  log: readonly string[],
): Promise<Readonly<Record<string, unknown>> | null> {
  const givenUpAt = performance.now() + startDeadlineMs;
  for (;;) {
    const [said] = /^\{\n[^]*?^\}/m.exec(log.join('')) ?? [];
    // CAST: the command's own answer.
    if (said !== undefined) return JSON.parse(said) as Readonly<Record<string, unknown>>;
    if (child.exitCode !== null || performance.now() > givenUpAt) return null;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function spenderOf(url: string): Promise<EvmAddress> {
  // CAST: checked by evmAddress.
  const terms = (await (await fetch(`${url}/api/gasless/info`)).json()) as { relayer: string };
  return evmAddress(terms.relayer);
}

async function tell(
  child: ChildProcess,
  message: { readonly kind: string; readonly file: string; readonly byCaller?: boolean },
): Promise<void> {
  const obeyed = once(child, 'message');
  child.send(message);
  await obeyed;
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const insist = setTimeout(() => child.kill('SIGKILL'), stopDeadlineMs);
  await gone;
  clearTimeout(insist);
}
