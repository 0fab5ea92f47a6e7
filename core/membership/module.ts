import { defineModule } from '@interline/kernel';
import type { Clock, Log, NftHoldings, WalletSignatures } from '@interline/ports';
import { endLink, linkVault } from './link-vault.ts';
import type { MembershipPolicy } from './member-token.ts';
import { membershipOf, readMember, readUse } from './read-members.ts';
import type { MembershipStore } from './repository.ts';

export interface Ports {
  readonly store: MembershipStore;
  readonly nftHoldings: NftHoldings;
  readonly walletSignatures: WalletSignatures;
  readonly clock: Clock;
  readonly log: Log;
  readonly deployment: { readonly membership: MembershipPolicy };
}

export const membership = defineModule({
  needs: ['store', 'nftHoldings', 'walletSignatures', 'clock', 'log', 'deployment'],
  create: ({ nftHoldings, walletSignatures, deployment, ...parts }: Ports) => {
    const { collections } = deployment.membership;
    const ports = { ...parts, collections, holdings: nftHoldings, wallets: walletSignatures };
    const read = readMember(ports);
    const use = readUse(ports, read);
    return {
      collections,
      recognised: () => collections,
      membershipOf: membershipOf(ports, read, use),
      readMember: read,
      readUse: use.byWallet,
      linkVault: linkVault(ports),
      endLink: endLink(ports),
    };
  },
});
