import { transparencyLog } from '@interline/adapters/transparency-log';
import type { TransparencyLogPort } from '@interline/ports';

/** The log of a deployment that names no witness. */
export function unwatchedLog(now: () => number): TransparencyLogPort {
  return transparencyLog({
    secret: Buffer.alloc(32, 2),
    witnesses: [],
    quorum: 0,
    http: { request: () => Promise.reject(new Error('no witness is asked')) },
    now,
    lifetime: new AbortController().signal,
  });
}
