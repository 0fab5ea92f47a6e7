import { createStore } from '../state/store.ts';
import { connect } from './provider.ts';
import type { TextAndDataSigner } from './throw-away.ts';
import { type EventedProvider, type FoundWallet, listenForWallets } from './wallets.ts';

/** Who pays. */
export type Wallet =
  | { readonly kind: 'throw-away'; readonly address: string; readonly signer: TextAndDataSigner }
  | {
      readonly kind: 'browser';
      readonly address: string;
      readonly name: string;
      readonly icon: string | null;
      readonly provider: EventedProvider;
    };

interface WalletState {
  readonly found: readonly FoundWallet[];
  readonly wallet: Wallet | null;
  /** Counts what a wallet says of itself: an offer of before is no good after it. */
  readonly changes: number;
}

export const walletStore = createStore<WalletState>({ found: [], wallet: null, changes: 0 });

let stopHearing: (() => void) | null = null;

/** For as long as the tab is open; wallets come late at times. */
export function beginListening(): void {
  listenForWallets(window, (wallet) =>
    walletStore.change({ found: [...walletStore.get().found, wallet] }),
  );
}

export async function connectWallet({ provider, name, icon }: FoundWallet): Promise<void> {
  take({ kind: 'browser', address: await connect(provider), name, icon, provider });
}

/** Made here and filled before it is shown, so that its balance is right from the start. */
export async function makeThrowAway(fill: (address: string) => Promise<void>): Promise<void> {
  const { throwAwaySigner } = await import('./throw-away.ts');
  const made = throwAwaySigner();
  await fill(made.address);
  take({ kind: 'throw-away', address: made.address, signer: made });
}

export function forgetWallet(): void {
  stopHearing?.();
  stopHearing = null;
  walletStore.change({ wallet: null, changes: walletStore.get().changes + 1 });
}

function take(wallet: Wallet): void {
  stopHearing?.();
  stopHearing = wallet.kind === 'browser' ? hearChanges(wallet.provider) : null;
  walletStore.change({ wallet, changes: walletStore.get().changes + 1 });
}

function hearChanges(provider: EventedProvider): () => void {
  const onAccounts = (accounts: unknown): void => {
    // CAST: only from any[].
    const [address] = Array.isArray(accounts) ? (accounts as unknown[]) : [];
    const { wallet, changes } = walletStore.get();
    if (typeof address !== 'string') forgetWallet();
    else if (wallet?.kind === 'browser')
      walletStore.change({ wallet: { ...wallet, address }, changes: changes + 1 });
  };
  const onChain = (): void => walletStore.change({ changes: walletStore.get().changes + 1 });
  provider.on?.('accountsChanged', onAccounts);
  provider.on?.('chainChanged', onChain);
  return () => {
    provider.removeListener?.('accountsChanged', onAccounts);
    provider.removeListener?.('chainChanged', onChain);
  };
}
