import { execFile } from 'node:child_process';
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
  const bin = join(
    dirname(findPackageJSON('@interline/cli', import.meta.url) ?? ''),
    'bin/interline.js',
  );
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [bin, ...args],
      {
        cwd,
        env: { PATH: process.env['PATH'], ...compileCache, NO_COLOR: '1', ...env },
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
