import { setTimeout } from 'node:timers/promises';
import { type Client, type Quote, type RouteQuoteBody, ServiceError } from '@interline/client';
import { errorCatalogue } from '@interline/kernel';

/** A devnet's prices and its float on the other chains come in the first seconds of a service's life. */
const withinMs = 20_000;
const usualEveryMs = 2_000;

/**
 * Its price, once the service could carry it. Throws at once what no waiting mends, as an amount that is
 * too small, and else the last refusal; tells the first one that is waited for.
 */
export async function untilPriced(
  client: Pick<Client, 'quote'>,
  asked: RouteQuoteBody,
  onWait: (reason: string) => void = () => undefined,
  everyMs = usualEveryMs,
): Promise<Quote> {
  const untilMs = performance.now() + withinMs;
  for (let tries = 1; ; tries += 1) {
    try {
      return await client.quote(asked);
    } catch (error) {
      if (!(error instanceof ServiceError) || !isOfStart(error)) throw error;
      if (performance.now() + everyMs > untilMs) throw error;
      if (tries === 1) onWait(error.message);
    }
    await setTimeout(everyMs);
  }
}

/** Prices that are not read yet have no code of their own. */
const unpriced = /\bno (fresh|price)\b/;

/** Whether what a start brings is in the way; a limit is not, and asking again only uses it up. */
function isOfStart({ errorCode, body }: ServiceError): boolean {
  if (errorCode === 'RATE_LIMITED') return false;
  // CAST: the service's word on its refusals, of which each field is read with care.
  const { reasons = [] } = body as { readonly reasons?: readonly Refusal[] };
  const refusals: readonly Refusal[] =
    reasons.length > 0 ? reasons : [{ code: errorCode, reason: String(body['error']) }];
  return refusals.some(({ code, reason }) => isRetryable(code) || unpriced.test(reason));
}

interface Refusal {
  readonly code: string;
  readonly reason: string;
}

function isRetryable(code: string): boolean {
  return Object.entries(errorCatalogue).some(([name, entry]) => name === code && entry.retryable);
}
