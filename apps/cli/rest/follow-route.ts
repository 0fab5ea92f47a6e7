import { setTimeout as pause } from 'node:timers/promises';
import { textField } from './read-field.ts';
import type { JsonRecord, ServiceClient } from './service-client.ts';

const everyMs = 250;

/** Reads the status until the route ends or time is up, telling each change. Returns the last receipt. */
export async function followRoute(client: ServiceClient, id: string, onChange: (receipt: JsonRecord) => void, withinMs = 600_000): Promise<JsonRecord> {
  const until = performance.now() + withinMs;
  let last = '';
  for (;;) {
    const receipt = await client.get(`/api/route/status?id=${encodeURIComponent(id)}`);
    const state = `${textField(receipt, 'status')}/${textField(receipt, 'stage')}`;
    if (state !== last) onChange(receipt);
    last = state;
    if (['DONE', 'FAILED'].includes(textField(receipt, 'status')) || performance.now() > until) return receipt;
    await pause(everyMs);
  }
}
