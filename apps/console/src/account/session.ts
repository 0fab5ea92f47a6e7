import { asSession, type Client, type Console, ServiceError, signIn } from '@interline/client';
import { client, clockLagMs } from '../state/service.ts';
import { createStore } from '../state/store.ts';
import { chainIdOf, pinned } from '../wallet/provider.ts';
import { type Wallet, walletStore } from '../wallet/wallet-store.ts';

/** A wallet that signed in, in this tab's memory. Its token is in the closure of `ask`, and on no page. */
export interface Session {
  readonly address: string;
  readonly expiresAtMs: number;
  readonly ask: Client['call'];
  readonly end: () => Promise<void>;
}

export const sessionStore = createStore<{
  readonly session: Session | null;
  /** It ended by itself. */
  readonly isOver: boolean;
}>({ session: null, isOver: false });

// Who changes or disconnects the wallet is somebody else to this page.
walletStore.follow(() => {
  const { session } = sessionStore.get();
  if (session !== null && walletStore.get().wallet?.address !== session.address) signOut();
});

const lifeSec = 3_600;

/** Has the wallet sign one text of this page's own making (EIP-4361). Throws what the wallet throws. */
export async function signInWith(wallet: Wallet, { chains }: Console): Promise<void> {
  const evm = chains.map(({ chain }) => chain).filter((chain) => typeof chain === 'number');
  const signer =
    wallet.kind === 'browser' ? pinned(wallet.provider, wallet.address) : wallet.signer;
  // A wallet that is a contract is shown the routes from the chain that it names, so that is its own.
  const own = wallet.kind === 'browser' ? await chainIdOf(wallet.provider) : null;
  const chainId = own !== null && evm.includes(own) ? own : (evm[0] ?? 1);
  const { token, expiresAt } = await signIn(client, signer, {
    origin: location.origin,
    chainId,
    lifeSec,
    scopes: ['account.read', 'agents', 'mandates'],
    // What is signed is good for an hour of the service, which refuses one from another time.
    nowMs: Date.now() + clockLagMs(),
  });
  const how = asSession(token);
  const end = async (): Promise<void> => {
    await client.call('DELETE /api/account/session', {}, how);
  };
  // The wallet may have been changed while it was asked.
  if (walletStore.get().wallet?.address !== wallet.address) return end();
  sessionStore.set({
    isOver: false,
    session: {
      address: wallet.address,
      expiresAtMs: expiresAt,
      async ask(name, asked, { signal } = {}) {
        try {
          return await client.call(name, asked, {
            ...how,
            ...(signal === undefined ? {} : { signal }),
          });
        } catch (error) {
          if (error instanceof ServiceError && error.errorCode === 'SESSION_EXPIRED')
            sessionStore.set({ session: null, isOver: true });
          throw error;
        }
      },
      end,
    },
  });
}

/** Forgotten here at once, and by the service as soon as it hears of it. */
export function signOut(): void {
  const { session } = sessionStore.get();
  sessionStore.set({ session: null, isOver: false });
  session?.end().catch(() => undefined);
}
