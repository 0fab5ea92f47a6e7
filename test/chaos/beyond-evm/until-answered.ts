import { type JsonRecord, type ServiceClient, textField } from '@interline/cli';
import { setTimeout as pause } from 'node:timers/promises';
import { longestWaitMs } from '../../support/longest-wait.ts';

/** A client's view: the same body again until there is an answer. */
export function sendUntilTaken(client: ServiceClient, body: JsonRecord): Promise<string> {
  return untilAnswered(async () => textField(await client.post('/api/route/execute', body), 'id'));
}

/** Asks again until a service that dies and comes back has answered. */
export async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  const giveUpAtMs = performance.now() + longestWaitMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > giveUpAtMs) throw error;
      await pause(100);
    }
  }
}
