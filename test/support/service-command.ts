import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { compileCache } from './compile-cache.ts';

/** `interline up` as an operator starts it: a process of its own, told by signals. */
export interface ServiceCommand {
  readonly url: string;
  readonly metricsUrl: string;
  signal(name: NodeJS.Signals): void;
  /** Its exit code, null where a signal ended it. */
  readonly exited: Promise<number | null>;
}

export interface CommandOptions {
  /** The deployment's folder; the repo itself where none is named. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Resolves when the service is ready. */
export async function startCommand(
  args: readonly string[],
  { cwd = process.cwd(), env = {} }: CommandOptions = {},
): Promise<ServiceCommand> {
  const bin = join(
    dirname(findPackageJSON('@interline/cli', import.meta.url) ?? ''),
    'bin/interline.js',
  );
  const child = spawn(process.execPath, [bin, 'up', '--json', ...args], {
    cwd,
    env: { PATH: process.env['PATH'], ...compileCache, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // CAST: what the event gives first.
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const url = await new Promise<{ url: string; metrics: string }>((resolve, reject) => {
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.trimEnd().endsWith('}')) resolve(JSON.parse(out) as { url: string; metrics: string }); // CAST: what `up --json` prints.
    });
    void exited.then((code) => reject(new Error(`interline up ended with ${code}: ${said}`)));
  });
  return {
    url: url.url,
    metricsUrl: url.metrics,
    signal: (name) => {
      child.kill(name);
    },
    exited,
  };
}
