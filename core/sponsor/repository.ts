import type { BookWrites } from '../books/index.ts';
import type { Address, ChainRef, EvmAddress } from '@interline/kernel';
import type { StorePort } from '@interline/ports';
import type { OpenCost, TransactionUnit, TransactionView } from '../transactions/index.ts';
import type { SponsoredCall } from './sponsored-call.ts';

/** The place of a call in its account's list. */
export type OwnCallPlace = Pick<SponsoredCall, 'id' | 'createdAtMs'>;

/** Reads of committed state. */
export interface SponsorReads {
  sponsoredCall(id: string): Promise<SponsoredCall | null>;
  /** The call that has taken that nonce. */
  sponsoredCallOfKey(takenKey: string): Promise<SponsoredCall | null>;
  /** In the order of the transaction. */
  sponsoredCallsOf(bundleId: string): Promise<readonly SponsoredCall[]>;
  /** Whether a call of the account is committed whose end was not seen yet. */
  isSponsoredNow(chain: ChainRef, account: EvmAddress): Promise<boolean>;
  /**
   * The most that calls and revocations can still cost on a chain: those that are committed and not mined,
   * each by its part of the gas reserved for its transaction.
   */
  openSponsored(
    chain: ChainRef,
    of: { readonly client: string; readonly account: EvmAddress },
  ): Promise<OpenCost>;
  /** Whether calls of the account were included for us. */
  wasSponsored(chain: ChainRef, account: EvmAddress): Promise<boolean>;
  /** The committed calls, newest first; on all chains where `onlyOn` is null. */
  sponsoredCallsOfAccount(search: {
    readonly account: Address;
    readonly onlyOn: ChainRef | null;
    readonly after: OwnCallPlace | null;
    readonly limit: number;
  }): Promise<readonly SponsoredCall[]>;
  /**
   * Calls whose transaction has ended while their own end was not seen yet, with their signatures; the oldest
   * first.
   */
  unmadeSponsoredCalls(chain: ChainRef, limit: number): Promise<readonly SponsoredCall[]>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface SponsorWrites extends SponsorReads {
  insertSponsoredCall(call: SponsoredCall): Promise<void>;
  /** False where it is no longer in the state `from`. */
  acceptSponsoredCall(
    from: Pick<SponsoredCall, 'id' | 'bundleId'>,
    change: Pick<SponsoredCall, 'bundleId' | 'acceptedAtMs' | 'takenKey' | 'signed'>,
  ): Promise<boolean>;
  settleSponsoredCall(
    id: string,
    change: Pick<SponsoredCall, 'outcome' | 'takenKey' | 'signed' | 'isCharged'>,
  ): Promise<void>;
}

/** Committed state, as this module reads it. */
export interface SponsorView extends TransactionView {
  readonly sponsor: SponsorReads;
}

/** One unit of work, as this module sees it. */
export interface SponsorUnit extends TransactionUnit {
  readonly sponsor: SponsorWrites;
  readonly books: BookWrites;
}

export type SponsorStore = StorePort<SponsorView, SponsorUnit>;
