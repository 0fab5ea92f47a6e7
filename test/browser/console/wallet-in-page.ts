import { SignTypedDataVersion, signTypedData } from '@metamask/eth-sig-util';
import type { Wallet } from 'ethers';
import type { Page } from 'playwright-core';

export type Answer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } };

export interface WalletInPage {
  readonly name: string;
  /** What it was asked, in order. */
  readonly asked: string[];
  /** Answers before its own answers do, where it has any. */
  answer: (method: string, params: readonly unknown[]) => Promise<Answer | null> | Answer | null;
  chainId: number;
  account: string;
}

/**
 * A wallet extension's stand-in: it announces itself by EIP-6963 and signs by MetaMask's own rules with a local
 * key. The key stays outside of the page.
 */
export function walletOf(wallet: Wallet, chainId: number): WalletInPage {
  return {
    name: 'Stand-in',
    asked: [],
    answer: () => null,
    chainId,
    account: wallet.address,
  };
}

export async function announceIn(page: Page, wallet: Wallet, stand: WalletInPage): Promise<void> {
  const own = (method: string, params: readonly unknown[]): Answer => {
    switch (method) {
      case 'eth_requestAccounts':
      case 'eth_accounts':
        return { result: [stand.account] };
      case 'eth_chainId':
        return { result: `0x${stand.chainId.toString(16)}` };
      case 'wallet_switchEthereumChain':
        stand.chainId = Number((params[0] as { chainId: string }).chainId); // CAST: as the page sends it.
        return { result: null };
      case 'personal_sign':
        return { result: wallet.signMessageSync(Buffer.from(String(params[0]).slice(2), 'hex')) };
      case 'eth_signTypedData_v4': {
        // CAST: EIP-712 text.
        const data = JSON.parse(String(params[1])) as Parameters<
          typeof signTypedData<SignTypedDataVersion.V4, never>
        >[0]['data'];
        if (Number(data.domain.chainId) !== stand.chainId)
          return { error: { code: -32_603, message: 'the chain is not the active one' } };
        const privateKey = Buffer.from(wallet.privateKey.slice(2), 'hex');
        return {
          result: signTypedData({ privateKey, data, version: SignTypedDataVersion.V4 }),
        };
      }
      default:
        return { error: { code: 4200, message: `${method} is not known` } };
    }
  };
  await page.exposeFunction('__wallet', async (method: string, params: readonly unknown[]) => {
    stand.asked.push(method);
    return (await stand.answer(method, params)) ?? own(method, params);
  });
  await page.addInitScript(`
    const listeners = {};
    const provider = {
      async request({ method, params = [] }) {
        const answer = await window.__wallet(method, params);
        if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error);
        return answer.result;
      },
      on(event, listener) { (listeners[event] ??= []).push(listener); },
      removeListener(event, listener) { listeners[event] = (listeners[event] ?? []).filter((one) => one !== listener); },
    };
    window.__emit = (event, value) => (listeners[event] ?? []).forEach((listener) => listener(value));
    const icon = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"%3E%3Crect width="1" height="1" fill="%23e8631a"/%3E%3C/svg%3E';
    const detail = Object.freeze({ info: { uuid: 'b6d1c5a0-0000-4000-8000-000000000001', name: ${JSON.stringify(stand.name)}, icon, rdns: 'example.standin' }, provider });
    const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    addEventListener('eip6963:requestProvider', announce);
    announce();
  `);
}
