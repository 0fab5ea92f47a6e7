import type { RouteReceipt } from './generated/shapes/route-receipt.ts';
import { readEvents } from './read-events.ts';
import type { Transport } from './transport.ts';

/**
 * The service says something at least every 15 s; a connection that is silent for longer is dead.
 */
const longestSilenceMs = 40_000;

export interface Told {
  readonly receipt: RouteReceipt;
  /** Takes the stream up again after this. */
  readonly eventId: string;
}

/**
 * The receipts of one event stream, each change once. Ends without a word where none is offered or
 * it breaks: the status can be asked for all the same.
 */
export async function* followStream(
  { open }: Transport,
  id: string,
  lastEventId: string,
  signal: AbortSignal,
): AsyncGenerator<Told> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), longestSilenceMs);
  };
  heard();
  try {
    const response = await open({
      method: 'GET',
      path: `/api/route/status?id=${encodeURIComponent(id)}`,
      signal: AbortSignal.any([signal, silence.signal]),
      headers: {
        accept: 'text/event-stream',
        ...(lastEventId === '' ? {} : { 'last-event-id': lastEventId }),
      },
    });
    if (!isEventStream(response) || response.body === null) {
      await response.body?.cancel();
      return;
    }
    for await (const event of readEvents(response.body, heard)) {
      yield { receipt: JSON.parse(event.data) as RouteReceipt, eventId: event.id }; // CAST: the service's word, as in any other answer.
    }
  } catch {
    return;
  } finally {
    clearTimeout(timer);
  }
}

function isEventStream({ ok, headers }: Response): boolean {
  return ok && headers.get('content-type')?.startsWith('text/event-stream') === true;
}
