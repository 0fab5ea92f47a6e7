import { type ChainRef, defineModule, evmChainId, RelayError } from '@interline/kernel';
import type { Clock, Entropy, WalletSignatures } from '@interline/ports';
import type { ReadPayersRoutes } from '../transfer/index.ts';
import type { HookPost, HookSeal } from '../webhooks/index.ts';
import { ownHooks } from './own-hooks.ts';
import { readAccount, readEvents, readOwnReceipts, readOwnRefunds } from './read-account.ts';
import type { AccountStore } from './repository.ts';
import { askNonce, signIn } from './sign-in.ts';
import { endSession, useSession } from './use-session.ts';

/** The settings of a deployment for accounts. */
export interface AccountPolicy {
  readonly enabled: boolean;
  /** Origins, as `https://relay.example:8443`, whose pages ask wallets to sign in; one at least. */
  readonly origins: readonly string[];
}

export interface Ports {
  readonly store: AccountStore;
  readonly walletSignatures: WalletSignatures;
  readonly hookPost: HookPost;
  readonly hookSeal: HookSeal;
  readonly hashSecret: (secret: string) => string;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly transfer: { readonly readPayersRoutes: ReadPayersRoutes };
  readonly transactions: {
    readonly ports: { readonly custody: { readonly chains: readonly ChainRef[] } };
  };
  readonly deployment: { readonly accounts: AccountPolicy };
}

export const accounts = defineModule({
  needs: [
    'store',
    'walletSignatures',
    'hookPost',
    'hookSeal',
    'hashSecret',
    'clock',
    'entropy',
    'transfer',
    'transactions',
    'deployment',
  ],
  create: ({ walletSignatures, transfer, transactions, deployment, ...parts }: Ports) => {
    const { enabled, origins } = deployment.accounts;
    const chains = transactions.ports.custody.chains.filter((chain) => evmChainId(chain) !== null);
    const { readPayersRoutes } = transfer;
    const ports = { ...parts, readPayersRoutes, wallets: walletSignatures, origins, chains };
    return {
      /** Throws `ACCOUNTS_DISABLED` where no wallet can sign in at this deployment. */
      assertEnabled(): void {
        if (!enabled) throw new RelayError('ACCOUNTS_DISABLED');
      },
      askNonce: askNonce(ports),
      signIn: signIn(ports),
      useSession: useSession(ports),
      endSession: endSession(ports),
      readAccount: readAccount(ports),
      readOwnReceipts: readOwnReceipts(ports),
      readOwnRefunds: readOwnRefunds(ports),
      readEvents: readEvents(ports),
      hooks: ownHooks(ports),
    };
  },
});
