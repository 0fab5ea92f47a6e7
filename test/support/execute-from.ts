import type { JsonRecord } from '@interline/cli';
import { Agent, request } from 'undici';
import type { Harness } from './harness.ts';

/** Executes a signed body as another client: one that connects from that loopback address. */
export async function executeFrom(
  { url }: Pick<Harness, 'url'>,
  localAddress: string,
  body: JsonRecord,
): Promise<{ readonly status: number; readonly body: JsonRecord }> {
  const dispatcher = new Agent({ localAddress });
  try {
    const response = await request(`${url}/api/route/execute`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
      dispatcher,
    });
    // CAST: every answer is an object.
    return { status: response.statusCode, body: (await response.body.json()) as JsonRecord };
  } finally {
    await dispatcher.close();
  }
}
