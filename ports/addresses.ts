import type { ChainRef, Refusal } from '@interline/kernel';

export interface ReadAddress {
  /**
   * The single internal form: lower case if the family is case-insensitive, otherwise unchanged.
   */
  readonly address: string;
  /**
   * For an address of one customer of a shared account: the account and the customer's id, which
   * replaces a memo.
   */
  readonly muxed?: { readonly account: string; readonly id: string };
}

export type AddressOutcome = { readonly ok: true; readonly value: ReadAddress } | Refusal;

/** Parses clients' addresses by the rules of each chain's family. */
export interface AddressReader {
  /**
   * A refusal's reason continues after the field's name, as in "toAddress must be ...": what is
   * wrong, what is expected, how to fix it. It never repeats what is, or may be, a secret.
   */
  read(chain: ChainRef, text: string): AddressOutcome;
}
