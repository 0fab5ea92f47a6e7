import type { AttachedDevnet } from './attach-devnet.ts';
import { readDevnetReport } from './read-devnet-report.ts';

/** What a forked devnet tells its parent over IPC. */
export type ChildMessage =
  | { kind: 'ready'; devnet: AttachedDevnet }
  | { kind: 'failed'; reason: string }
  | { kind: 'log'; line: string };

export function readChildMessage(value: unknown): ChildMessage {
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
