import type { AccountRole, ChainRef, EvmAddress } from '@interline/kernel';

/** An address of ours on one chain. */
export interface Account {
  readonly chain: ChainRef;
  readonly role: AccountRole;
  readonly account: EvmAddress;
}

/** What the owners of transactions hear inside the unit in which it happens. */
export interface AccountAnnouncements {
  /**
   * The chain has transactions of the account that the store does not know, so whatever works with
   * it may have been done already. Resolves to how many pieces of work were quarantined.
   */
  accountBehind(account: Account): Promise<number>;
}
