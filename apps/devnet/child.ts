// The process that forkDevnet starts: one devnet with the lifetime of its parent. Not for import.
import type { ChildMessage } from './fork-devnet.ts';
import type { DevnetOptions } from './supervisor.ts';

const parentGone = new AbortController();
// Registered before anything is started: a parent that dies during the start must not leave chains
// behind.
process.on('disconnect', () => parentGone.abort());
process.on('SIGTERM', () => parentGone.abort());
// Ctrl-C reaches the whole terminal group; the parent drains first and then disconnects.
process.on('SIGINT', () => undefined);
if (!process.connected) process.exit();

// A message to a parent that is gone is dropped: the disconnect has the same effect.
function tell(message: ChildMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

try {
  const { startDevnet } = await import('./supervisor.ts');
  // CAST: written by forkDevnet.
  const options = JSON.parse(process.argv[2] ?? '{}') as Omit<DevnetOptions, 'log' | 'signal'>;
  const {
    faucet: _,
    stop,
    ...devnet
  } = await startDevnet({
    ...options,
    signal: parentGone.signal,
    log: (line) => tell({ kind: 'log', line }),
  });
  parentGone.signal.addEventListener('abort', () => void stop().then(() => process.exit()));
  tell({ kind: 'ready', devnet });
} catch (error) {
  tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
  if (process.connected) process.disconnect();
}
