import type { Address, ChainRef, Hex } from '@interline/kernel';

/** What a session may do. None of them moves money: that takes a signature over the money. */
export const scopes = ['account.read', 'hooks', 'agents', 'mandates'] as const;
export type Scope = (typeof scopes)[number];

/**
 * Whose routes are listed. A key is the same wallet on every chain; the address of a contract may belong to
 * someone else on another chain, so a contract is an account of the chain on which it proved itself.
 */
export interface Account {
  readonly address: Address;
  /** Null for the account of a key, which spans all chains. */
  readonly onlyOn: ChainRef | null;
}

/** `0x…` for a key, `eip155:8453/0x…` for a contract. */
export function accountId({ address, onlyOn }: Account): string {
  return onlyOn === null ? address : `${onlyOn}/${address}`;
}

/** The accounts that a payer of that chain may have signed in with. */
export function accountsOfPayer(chain: ChainRef, payer: Address): readonly [string, string] {
  return [payer, accountId({ address: payer, onlyOn: chain })];
}

/** What a wallet signed, kept where its code must be asked again. */
export interface KeptProof {
  readonly text: string;
  readonly signature: Hex;
}

/**
 * The key that signs a wallet's mandates, as named in the message that the wallet signed in with. Kept with
 * that message, which is the evidence that the key belongs to the wallet.
 */
export interface MandateKey extends KeptProof {
  /** RFC 7638, base64url. */
  readonly thumbprint: string;
}

/** A wallet that signed in. Its token is stored as a hash alone. */
export interface Session {
  readonly tokenHash: string;
  readonly account: Account;
  /** The chain that the signed message names. */
  readonly chain: ChainRef;
  readonly scopes: readonly Scope[];
  /** Null for a key, which cannot change owners. */
  readonly proof: KeptProof | null;
  /** Null where the message names none. */
  readonly mandateKey: MandateKey | null;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** When the wallet's code accepted the signature last. */
  readonly checkedAtMs: number;
}
