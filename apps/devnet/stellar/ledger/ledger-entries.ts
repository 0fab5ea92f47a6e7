import type { xdr } from '@stellar/stellar-sdk';

export type AccountSigner = { key: string; weight: number };

/** An account. Amounts are stroops; `modified` and `sequenceLedger` are sequences of ledgers. */
export type AccountEntry = {
  kind: 'account';
  id: string;
  balance: bigint;
  sequence: bigint;
  sequenceLedger: number;
  sequenceTimeSec: number;
  subentries: number;
  /** Reserves held for entries that belong to no account: one for each claimant. */
  sponsoring: number;
  flags: number;
  homeDomain: string;
  inflationDestination: string | undefined;
  masterWeight: number;
  thresholds: { low: number; medium: number; high: number };
  signers: readonly AccountSigner[];
  modified: number;
  modifiedAtSec: number;
};

/** What an account holds of one asset, `CODE:ISSUER`. */
export type TrustLineEntry = {
  kind: 'trustline';
  account: string;
  asset: string;
  balance: bigint;
  limit: bigint;
  flags: number;
  modified: number;
};

export type DataEntry = {
  kind: 'data';
  account: string;
  name: string;
  value: Buffer;
  modified: number;
};

export type ClaimableEntry = {
  kind: 'claimable';
  /** The XDR of its ClaimableBalanceID in hex, as Horizon shows it. */
  id: string;
  asset: string;
  amount: bigint;
  sponsor: string;
  claimants: readonly { destination: string; predicate: xdr.ClaimPredicate }[];
  clawback: boolean;
  modified: number;
  modifiedAtSec: number;
};

export type LedgerEntry = AccountEntry | TrustLineEntry | DataEntry | ClaimableEntry;

export const accountFlags = { required: 1, revocable: 2, immutable: 4, clawback: 8 } as const;

export const lineFlags = { authorized: 1, maintainLiabilities: 2, clawback: 4 } as const;

export const largestAmount = 2n ** 63n - 1n;

/** An account as createAccount leaves it: its first sequence number is that of its ledger << 32. */
export function newAccount(
  id: string,
  balance: bigint,
  ledger: { sequence: number; closeTimeSec: number },
): AccountEntry {
  return {
    kind: 'account',
    id,
    balance,
    sequence: BigInt(ledger.sequence) << 32n,
    sequenceLedger: 0,
    sequenceTimeSec: 0,
    subentries: 0,
    sponsoring: 0,
    flags: 0,
    homeDomain: '',
    inflationDestination: undefined,
    masterWeight: 1,
    thresholds: { low: 0, medium: 0, high: 0 },
    signers: [],
    modified: ledger.sequence,
    modifiedAtSec: ledger.closeTimeSec,
  };
}
