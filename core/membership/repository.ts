import type { EvmAddress } from '@interline/kernel';
import type { StorePort } from '@interline/ports';
import type { TransactionReads } from '../transactions/index.ts';
import type { VaultLink } from './member-token.ts';

/** Reads of committed state. */
export interface MembershipReads {
  /** Links that are valid at that time and speak for the wallet, the oldest first. */
  linksTo(hot: EvmAddress, nowMs: number): Promise<readonly VaultLink[]>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface MembershipWrites extends MembershipReads {
  /** False where the vault has used that nonce. */
  insertLink(link: VaultLink): Promise<boolean>;
  /**
   * Ends the links between the two at that time, only those of a chain where one is named, and returns how
   * many.
   */
  endLinks(between: Pick<VaultLink, 'vault' | 'hot' | 'onlyOn'>, nowMs: number): Promise<number>;
}

export type MembershipStore = StorePort<
  {
    readonly membership: MembershipReads;
    readonly transactions: Pick<TransactionReads, 'spentOfEach'>;
  },
  { readonly membership: MembershipWrites }
>;
