import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { evmAddress, type EvmAddress } from '@interline/kernel';
import type { Tally } from '../count/tally.ts';
import type { CpuProfile } from '../cpu/cpu-profile.ts';

export interface ServiceProcess {
  readonly url: string;
  readonly pid: number;
  /** Whom payers sign for. */
  readonly spender: EvmAddress;
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
}

/** A folder whose own dependencies are the rails, and their settings by rail id. */
export interface RailsDeployment {
  readonly dir: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const startDeadlineMs = 20_000;
const stopDeadlineMs = 5_000;

/**
 * The service as `npm start` runs it, in a process of its own with the deployment's own rails, on
 * chains that run already.
 */
export async function startServiceProcess(
  devnetUrl: string,
  { batching = [], deployment, rails }: ServiceSetup = {},
): Promise<ServiceProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'interline-bench-'));
  const configFile = join(folder, 'interline.json');
  writeFileSync(
    configFile,
    JSON.stringify({
      profile: 'devnet',
      dataDir: join(folder, 'data'),
      server: { port: 0 },
      limits: { scale: 1_000_000 },
      batching,
      rails: { settings: deployment?.settings ?? {}, include: rails },
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
      'up',
      '--json',
      '--config',
      configFile,
    ],
    {
      cwd: deployment?.dir ?? root,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...withoutOurs(process.env), INTERLINE_DEVNET: devnetUrl },
    },
  );
  const log: string[] = [];
  for (const stream of [child.stderr, child.stdout])
    stream?.setEncoding('utf8').on('data', (text: string) => log.push(text));
  const url = await urlOf(child, log);
  const spender = await spenderOf(url);

  return {
    url,
    spender,
    pid: child.pid ?? 0,
    said: () => log.join(''),
    async profiled(work) {
      const file = join(folder, 'service.cpuprofile');
      await tell(child, { kind: 'profile', file });
      await work();
      await tell(child, { kind: 'enough', file });
      return JSON.parse(readFileSync(file, 'utf8')) as CpuProfile; // CAST: written by V8.
    },
    async counted(work, byCaller = false) {
      const file = join(folder, 'tally.json');
      await tell(child, { kind: 'count', file, byCaller });
      await work();
      await tell(child, { kind: 'counted', file });
      return JSON.parse(readFileSync(file, 'utf8')) as Tally; // CAST: written by our own counter.
    },
    async stop() {
      await stopChild(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The shell that runs a benchmark may have the settings of a service for real chains. */
function withoutOurs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(EVM_RPC_|INTERLINE_)/.test(name)),
  );
}

async function urlOf(child: ChildProcess, log: readonly string[]): Promise<string> {
  const givenUpAt = performance.now() + startDeadlineMs;
  for (;;) {
    const url = /"url": "(http:[^"]+)"/.exec(log.join(''))?.[1];
    if (url !== undefined) return url;
    if (child.exitCode !== null || performance.now() > givenUpAt) {
      await stopChild(child);
      throw new Error(`the service did not start:\n${log.join('')}`);
    }
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
