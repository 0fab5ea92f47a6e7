import { execFile, spawn } from 'node:child_process';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { compileCache } from './compile-cache.ts';
import { longestWaitMs } from './longest-wait.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** One command of the command line, in a process of its own that ends by itself. */
export function runInterline(
  args: readonly string[],
  { cwd = process.cwd(), env = {} }: RunOptions = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [interlineBin(), ...args],
      {
        cwd,
        env: interlineEnvironment(env),
        timeout: longestWaitMs,
      },
      (error, out, err) => {
        resolve({
          code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1,
          out,
          err,
        });
      },
    );
  });
}

/** The same before a reader that has gone before anything was written, as behind "head -0". */
export function interlineUnread(args: readonly string[]): Promise<Omit<Ran, 'out'>> {
  const child = spawn(process.execPath, [interlineBin(), ...args], {
    env: interlineEnvironment({}),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: longestWaitMs,
  });
  child.stdout.destroy();
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code: code ?? -1, err }));
  });
}

export interface Interrupted extends Omit<Ran, 'code'> {
  readonly signal: string | null;
}

/** The same, interrupted as by Ctrl-C once its output matches. */
export function interruptInterline(
  args: readonly string[],
  { env = {} }: Pick<RunOptions, 'env'>,
  once: RegExp,
): Promise<Interrupted> {
  const child = spawn(process.execPath, [interlineBin(), ...args], {
    env: interlineEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: longestWaitMs,
  });
  let out = '';
  let err = '';
  let isInterrupted = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    if (isInterrupted || !once.test(out)) return;
    isInterrupted = true;
    child.kill('SIGINT');
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return new Promise((resolve) => {
    child.on('close', (_code, signal) => resolve({ out, err, signal }));
  });
}

/** The same, killed as by a machine that stops, once that resolves. */
export async function killInterline(
  args: readonly string[],
  { env = {} }: Pick<RunOptions, 'env'>,
  once: Promise<unknown>,
): Promise<Omit<Ran, 'code'>> {
  const child = spawn(process.execPath, [interlineBin(), ...args], {
    env: interlineEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: longestWaitMs,
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const closed = new Promise<void>((resolve) => {
    child.on('close', () => resolve());
  });
  await Promise.race([once, closed]);
  child.kill('SIGKILL');
  await closed;
  return { out, err };
}

export function interlineBin(): string {
  return join(
    dirname(findPackageJSON('@interline/cli', import.meta.url) ?? ''),
    'bin/interline.js',
  );
}

export function interlineEnvironment(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    ...compileCache,
    NO_COLOR: '1',
    INTERLINE_ROUTES: 'off',
    ...env,
  };
}
