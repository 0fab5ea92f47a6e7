import { isRecord } from '@interline/kernel';
import type { RelayCaller, RelayReport } from '@interline/ports';

const withinMs = 5_000;
/** An answer of the lane's smallest class has 8,224. */
const mostBytes = 65_536;

/** Calls relays as clients do, without following redirects. */
export function relayCaller(): RelayCaller {
  return {
    async report(url) {
      const answer = await ask(url, { method: 'GET', headers: { accept: 'application/json' } });
      return answer === null ? null : readReport(answer);
    },
    send: (url, request) =>
      ask(url, {
        method: 'POST',
        headers: { 'content-type': 'message/ohttp-req' },
        body: new Uint8Array(request),
      }),
  };
}

async function ask(url: string, init: RequestInit): Promise<Uint8Array | null> {
  try {
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(withinMs),
    });
    if (answer.status !== 200 || answer.body === null) {
      await answer.body?.cancel();
      return null;
    }
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      // CAST: a body is made of bytes.
      bytes += chunk.length;
      // Leaving the loop ends the connection.
      if (bytes > mostBytes) return null;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch {
    // Down, late or cut off: no answer.
    return null;
  }
}

function readReport(bytes: Uint8Array): RelayReport | null {
  try {
    const report: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    if (!isRecord(report)) return null;
    const { batchMs, medianOccupancy, isPaused } = report;
    return typeof batchMs === 'number' &&
      typeof medianOccupancy === 'number' &&
      typeof isPaused === 'boolean'
      ? { batchMs, medianOccupancy, isPaused }
      : null;
  } catch {
    return null;
  }
}
