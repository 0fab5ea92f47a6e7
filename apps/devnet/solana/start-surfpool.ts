import { once } from 'node:events';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DevnetSolana } from '../devnet-report.ts';
import type { NodeFleet } from '../processes/node-fleet.ts';

export const surfpoolPackage = '@solana/surfpool-linux-x64-gnu';

const readyDeadlineMs = 20_000;
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

/** Starts a Solana runtime in a child; it chooses its ports itself. */
export async function startSurfpool(
  fleet: NodeFleet,
  log: (line: string) => void,
): Promise<DevnetSolana> {
  const program = fileURLToPath(import.meta.resolve('@interline/devnet/surfpool-child'));
  const child = fleet.spawn(
    process.execPath,
    [...process.execArgv, program],
    ['ignore', 'ignore', 'ignore', 'ipc'],
  );
  const ended = new AbortController();
  child.once('exit', (code, signal) => {
    ended.abort();
    if (!fleet.stopping) log(`solana ended by itself (${code ?? signal}); its ledger is gone`);
  });
  const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(readyDeadlineMs)]);
  try {
    // CAST: written by surfpool-child.ts.
    const [node] = (await once(child, 'message', { signal })) as [DevnetSolana];
    for (; !signal.aborted && !(await answers(node.rpcUrl));) await sleep(pollMs);
    signal.throwIfAborted();
    return node;
  } catch (error) {
    throw new Error('solana did not start: surfpool gave no answer', { cause: error });
  }
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
