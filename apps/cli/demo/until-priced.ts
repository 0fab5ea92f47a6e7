import { setTimeout } from 'node:timers/promises';
import { type Client, type RouteQuoteBody, ServiceError } from '@interline/client';

/** A devnet's float on the other chains is funded in the first seconds of a service's life. */
const withinMs = 30_000;
const askAgainMs = 500;

/** Returns once the service could carry it; throws its last refusal where it cannot in time. */
export async function untilPriced(
  client: Pick<Client, 'quote'>,
  asked: RouteQuoteBody,
): Promise<void> {
  const untilMs = performance.now() + withinMs;
  for (;;) {
    try {
      await client.quote(asked);
      return;
    } catch (error) {
      if (!(error instanceof ServiceError) || performance.now() > untilMs) throw error;
    }
    await setTimeout(askAgainMs);
  }
}
