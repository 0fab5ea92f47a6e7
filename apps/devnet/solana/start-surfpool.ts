import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DevnetSolana } from '../devnet-report.ts';
import type { NodeFleet } from '../processes/node-fleet.ts';

export const surfpoolPackage = '@solana/surfpool-linux-x64-gnu';

/** Ready in 0.3 s on an idle machine; the last attempt leaves time for a very busy one. */
const attemptDeadlinesMs = [5_000, 10_000, 30_000];
const probeDeadlineMs = 1_000;
const pollMs = 15;

/** False where npm has no surfpool for this platform: it is an optional dependency. */
export function hasSurfpool(): boolean {
  try {
    createRequire(import.meta.url).resolve(surfpoolPackage);
    return true;
  } catch {
    return false;
  }
}

export interface StartSurfpoolOptions {
  /** The child's program; surfpool-child.ts where none is named. */
  readonly program?: string;
  /** How long each attempt may take, in milliseconds. */
  readonly deadlinesMs?: readonly number[];
}

const surfpoolChild = fileURLToPath(import.meta.resolve('@interline/devnet/surfpool-child'));

/**
 * Starts a Solana runtime in a child and returns it once it serves. It chooses its ports itself. If
 * another program takes one before it listens, it never answers; then a new child uses other ports.
 */
export async function startSurfpool(
  fleet: NodeFleet,
  log: (line: string) => void,
  { program = surfpoolChild, deadlinesMs = attemptDeadlinesMs }: StartSurfpoolOptions = {},
): Promise<DevnetSolana> {
  for (const deadlineMs of deadlinesMs) {
    const child = fleet.spawn(
      process.execPath,
      [...process.execArgv, program],
      ['ignore', 'ignore', 'ignore', 'ipc'],
    );
    const node = await serving(child, deadlineMs);
    if (node !== null) {
      child.once('exit', (code, signal) => {
        if (!fleet.stopping) log(`solana ended by itself (${code ?? signal}); its ledger is gone`);
      });
      return node;
    }
    child.kill('SIGKILL');
  }
  throw new Error(
    `solana did not start: surfpool gave no answer in ${deadlinesMs.length} attempts`,
  );
}

/** Null when the child ended first, or time is up. */
async function serving(child: ChildProcess, deadlineMs: number): Promise<DevnetSolana | null> {
  const ended = new AbortController();
  child.once('exit', () => ended.abort());
  const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(deadlineMs)]);
  try {
    // CAST: written by surfpool-child.ts.
    const [node] = (await once(child, 'message', { signal })) as [DevnetSolana];
    for (; !signal.aborted; await sleep(pollMs)) if (await answers(node.rpcUrl)) return node;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return null;
}

async function answers(rpcUrl: string): Promise<boolean> {
  try {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'getLatestBlockhash', params: [] }),
      signal: AbortSignal.timeout(probeDeadlineMs),
    });
    return (await response.text()).includes('"blockhash"');
  } catch {
    return false;
  }
}
