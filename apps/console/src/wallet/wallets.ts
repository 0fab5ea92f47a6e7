import type { Eip1193Provider } from '@interline/client';

/** A wallet in the browser, as it announces itself (EIP-6963). */
export interface FoundWallet {
  readonly id: string;
  readonly name: string;
  /** A data URI; null where it is none, for a page must not be made to fetch something. */
  readonly icon: string | null;
  readonly provider: EventedProvider;
}

export interface EventedProvider extends Eip1193Provider {
  on?(event: string, listener: (value: unknown) => void): void;
  removeListener?(event: string, listener: (value: unknown) => void): void;
}

/** Where wallets announce themselves: a window. */
type Hall = Pick<EventTarget, 'addEventListener' | 'removeEventListener' | 'dispatchEvent'>;

/** Nobody has more; whoever announces more would bury the others. */
const mostWallets = 20;

/** Tells of each wallet once, for as long as it is listened to. */
export function listenForWallets(hall: Hall, onFound: (wallet: FoundWallet) => void): () => void {
  const known = new Set<string>();
  const hear = (event: Event): void => {
    const wallet = 'detail' in event ? readAnnouncement(event.detail) : null;
    if (wallet === null || known.has(wallet.id) || known.size === mostWallets) return;
    known.add(wallet.id);
    onFound(wallet);
  };
  hall.addEventListener('eip6963:announceProvider', hear);
  hall.dispatchEvent(new Event('eip6963:requestProvider'));
  return () => hall.removeEventListener('eip6963:announceProvider', hear);
}

function readAnnouncement(detail: unknown): FoundWallet | null {
  const { info, provider } = membersOf(detail);
  const { uuid, rdns, name: named, icon } = membersOf(info);
  // What is not seen could have it read as another's, or turn what stands beside it around.
  const name = typeof named === 'string' ? named.replace(/\p{C}/gu, '').trim() : '';
  if (name === '' || !isProvider(provider)) return null;
  return {
    id: [uuid, rdns].find((one) => typeof one === 'string') ?? name,
    name: name.slice(0, 40),
    icon: typeof icon === 'string' && icon.startsWith('data:image/') ? icon : null,
    provider,
  };
}

function isProvider(value: unknown): value is EventedProvider {
  return typeof membersOf(value)['request'] === 'function';
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  // CAST: an object has members of whatever kind.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
