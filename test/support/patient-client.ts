import type { ServiceClient } from '@interline/cli';
import { createTransport } from '@interline/client';
import { longestWaitMs } from './longest-wait.ts';

/**
 * Asks everything once, over a connection of its own, and waits for the response as long as a busy
 * machine takes: a kept connection that the service closes just then would look like no service.
 */
export function patientClient(baseUrl: string): ServiceClient {
  const { send } = createTransport({
    baseUrl,
    tries: 1,
    timeoutMs: longestWaitMs,
    headers: { connection: 'close' },
  });
  return {
    get: (path, headers = {}) => send({ method: 'GET', path, headers }),
    post: (path, body, headers = {}) => send({ method: 'POST', path, body, headers }),
  };
}
