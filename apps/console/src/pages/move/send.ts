import { type RouteExecuteBody, ServiceError } from '@interline/client';
import { formatUnits } from '../../format/amount.ts';
import { privacyStore } from '../../state/privacy.ts';
import { ownRoutes } from '../../state/own-routes.ts';
import { client, keptAs } from '../../state/service.ts';
import { createStore } from '../../state/store.ts';
import { type Unanswered, unansweredOn } from '../../state/unanswered.ts';
import { askPrivately } from './ask.ts';
import type { Wanted } from './wanted.ts';

export type Sent =
  | { readonly kind: 'accepted'; readonly id: string }
  | { readonly kind: 'dry'; readonly note: string }
  | { readonly kind: 'refused'; readonly error: unknown }
  /** Whether it was taken is not known; it is kept, to be sent again. */
  | { readonly kind: 'unanswered' };

const unanswered = unansweredOn(keptAs('unanswered'));

/** What this tab knows of the transfers that wait for an answer. */
export const sendingStore = createStore<{
  readonly kept: readonly Unanswered[];
  /** By key; why the last try was for nothing, null while one is under way. */
  readonly tries: ReadonlyMap<string, unknown>;
  /** Why the last one that was sent again is kept no more without being a route. */
  readonly ended: unknown;
  /** The key of the one that the open review tells of. */
  readonly inReview: string | null;
}>({ kept: unanswered.read(), tries: new Map(), ended: null, inReview: null });

// Other tabs send, too.
addEventListener('storage', () => sendingStore.change({ kept: unanswered.read() }));

export function forget({ key }: Unanswered): void {
  unanswered.drop(key);
  sendingStore.change({ kept: unanswered.read() });
}

/** What this browser's own list says of a transfer. */
export function listedAs({ from, to, fromToken, amount }: Wanted): Unanswered['route'] {
  return {
    atMs: Date.now(),
    fromChain: String(from.chain),
    toChain: String(to.chain),
    amount: formatUnits(amount, fromToken.decimals),
    symbol: fromToken.symbol,
  };
}

/** The transfer as it is kept, from before it is sent. */
export function keptFor(body: RouteExecuteBody, wanted: Wanted): Unanswered {
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return {
    key,
    isPrivate: privacyStore.get().isPrivate,
    body: { ...body, live: true },
    route: listedAs(wanted),
  };
}

/**
 * Sends it, for the first time or again, always with the same body: a signature moves money once. It is
 * forgotten only once the service has taken it, or refused it for good.
 */
export async function send(one: Unanswered): Promise<Sent> {
  const { key, body, route } = one;
  unanswered.keep(one);
  noteTry(key, null);
  try {
    // The lane carries no key, and takes none a second time.
    const accepted =
      one.isPrivate || privacyStore.get().isPrivate
        ? await askPrivately('POST /api/route/execute', { body })
        : await client.call(
            'POST /api/route/execute',
            { body },
            { headers: { 'idempotency-key': key } },
          );
    if (accepted.status === 'DRY') {
      forget(one);
      return { kind: 'dry', note: accepted.note };
    }
    const { id, refundClaim } = accepted;
    // Half an answer, or somebody else's, says nothing of the transfer.
    if (!id) throw new Error();
    ownRoutes.keep({ ...route, id, ...(refundClaim === undefined ? {} : { refundClaim }) });
    forget(one);
    return { kind: 'accepted', id };
  } catch (error) {
    noteTry(key, error);
    if (!isFinal(error)) return { kind: 'unanswered' };
    forget(one);
    return { kind: 'refused', error };
  }
}

/**
 * The service's own word that it did not take it, and takes it no more. A refusal that passes says nothing of
 * a try before it; what has no code of the service is somebody's between.
 */
function isFinal(error: unknown): boolean {
  return (
    error instanceof ServiceError &&
    error.status < 500 &&
    error.errorCode !== '' &&
    !error.retryable
  );
}

function noteTry(key: string, error: unknown): void {
  const tries = new Map(sendingStore.get().tries).set(key, error);
  sendingStore.change({ kept: unanswered.read(), tries, ended: null });
}
