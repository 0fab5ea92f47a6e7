import type { ChainRef, Refusal } from '@interline/kernel';

export interface ReadAddress {
  /** The one form used inside: lower case where the family's case carries nothing, else as written. */
  readonly address: string;
  /**
   * Of an address that names one customer of a shared account: the account and the customer's
   * number, which stands in place of a memo.
   */
  readonly muxed?: { readonly account: string; readonly id: string };
}

export type AddressOutcome = { readonly ok: true; readonly value: ReadAddress } | Refusal;

/** Reads the accounts that clients write, each by the rules of its chain's family. */
export interface AddressReader {
  /**
   * A refusal's reason goes on after the name of the field, as in "toAddress must be ...": what is
   * wrong, what is wanted, how to mend it. It never repeats what is, or may be, a secret.
   */
  read(chain: ChainRef, text: string): AddressOutcome;
}
