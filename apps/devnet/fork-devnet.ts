import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { AttachedDevnet } from './attach-devnet.ts';
import { readDevnetReport } from './devnet-report.ts';
import { stopStaleNodes } from './processes/pid-record.ts';
import type { DevnetOptions } from './supervisor.ts';

export type ForkedDevnet = AttachedDevnet & {
  /** Ends the child with all its chains; may be called again. */
  stop: () => Promise<void>;
};

const stopDeadlineMs = 3_000;

/** Runs a devnet in a child process that stops it when this process ends in any way. */
export async function forkDevnet({
  log = () => undefined,
  ...options
}: Omit<DevnetOptions, 'signal'> = {}): Promise<ForkedDevnet> {
  const child = fork(
    fileURLToPath(import.meta.resolve('@interline/devnet/child')),
    [JSON.stringify(options)],
    {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  // A killed child could no longer stop its chains.
  child.once('exit', () => stopStaleNodes());
  const devnet = await readyOf(child, log);

  // A parent with nothing else to do may end, and the devnet ends with it.
  child.unref();
  child.channel?.unref();
  return { ...devnet, stop: () => stopChild(child) };
}

function readyOf(child: ChildProcess, log: (line: string) => void): Promise<AttachedDevnet> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`the devnet ended while it started (${code ?? signal})`)),
    );
    child.on('message', (value) => {
      const message = readChildMessage(value);
      switch (message.kind) {
        case 'ready':
          return resolve(message.devnet);
        case 'failed':
          return reject(new Error(message.reason));
        case 'log':
          return log(message.line);
      }
    });
  });
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const gone = once(child, 'exit');
  if (child.connected) child.disconnect();
  const insist = setTimeout(() => child.kill('SIGKILL'), stopDeadlineMs);
  await gone;
  clearTimeout(insist);
}

/** Messages of a forked devnet to its parent over IPC. */
export type ChildMessage =
  | { kind: 'ready'; devnet: AttachedDevnet }
  | { kind: 'failed'; reason: string }
  | { kind: 'log'; line: string };

function readChildMessage(value: unknown): ChildMessage {
  const message = value as {
    kind?: unknown;
    devnet?: { url?: unknown };
    reason?: unknown;
    line?: unknown;
  }; // CAST: each member is checked below.
  switch (message.kind) {
    case 'ready':
      return {
        kind: 'ready',
        devnet: { ...readDevnetReport(message.devnet), url: String(message.devnet?.url) },
      };
    case 'failed':
      return { kind: 'failed', reason: String(message.reason) };
    case 'log':
      return { kind: 'log', line: String(message.line) };
    default:
      throw new Error(`a forked devnet said ${JSON.stringify(value)}`);
  }
}
