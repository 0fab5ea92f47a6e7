import type { Eip1193Provider } from '@interline/client';

/** Why a wallet did not do what it was asked. */
export type WalletTrouble =
  | { readonly kind: 'declined' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'no-chain' }
  | { readonly kind: 'switched' }
  /** What was to be signed is not what was asked for. */
  | { readonly kind: 'checked'; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string };

/** A wallet that says nothing for so long may have its window behind the page. */
export const silentAfterMs = 15_000;

/** Thrown where the account is not the one that the offer was made for. */
class AccountSwitched extends Error {
  override readonly name = 'AccountSwitched';
}

/** What an error of a provider means (EIP-1193, and what wallets do beside it). */
export function troubleOf(error: unknown): WalletTrouble {
  if (error instanceof AccountSwitched) return { kind: 'switched' };
  const { code, message } = partsOf(error);
  if (error instanceof TypeError && message.startsWith('not signed: '))
    return { kind: 'checked', why: message.slice('not signed: '.length) };
  if (code === 4001 || code === 'ACTION_REJECTED' || /user (rejected|denied)/i.test(message))
    return { kind: 'declined' };
  if (code === -32_002) return { kind: 'pending' };
  if (code === 4902 || /unrecognized chain/i.test(message)) return { kind: 'no-chain' };
  return { kind: 'failed', why: message.slice(0, 200) };
}

function partsOf(error: unknown): { readonly code: unknown; readonly message: string } {
  if (typeof error !== 'object' || error === null) return { code: null, message: String(error) };
  const { code = null, message = '' } = error as { code?: unknown; message?: unknown }; // CAST: read as unknown.
  return { code, message: typeof message === 'string' ? message : '' };
}

/** The chain that it is on. */
export async function chainIdOf(provider: Eip1193Provider): Promise<number> {
  return Number(await provider.request({ method: 'eth_chainId' }));
}

/** Asks it to change over; throws what it throws, 4902 where it does not know the chain. */
export async function switchChain(provider: Eip1193Provider, chainId: number): Promise<void> {
  await provider.request({
    method: 'wallet_switchEthereumChain',
    params: [{ chainId: `0x${chainId.toString(16)}` }],
  });
  if ((await chainIdOf(provider)) !== chainId) throw new Error('it stayed on its chain');
}

/** The account that it shows first. Throws where it shows none. */
export async function connect(provider: Eip1193Provider): Promise<string> {
  const [account] = listOf(await provider.request({ method: 'eth_requestAccounts' }));
  if (account === undefined) throw new Error('it shows no account');
  return account;
}

/**
 * The provider, for one account: before anything is signed it must still be the wallet's own. So nothing is
 * signed for an offer to another.
 */
export function pinned(provider: Eip1193Provider, account: string): Eip1193Provider {
  const current = async (): Promise<void> => {
    const accounts = listOf(await provider.request({ method: 'eth_accounts' }));
    if (accounts[0]?.toLowerCase() !== account.toLowerCase()) throw new AccountSwitched(account);
  };
  return {
    async request(call) {
      await current();
      if (call.method === 'eth_requestAccounts') return [account];
      return provider.request(call);
    },
  };
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
