import type { Transaction } from '@interline/kernel';
import type {
  OperationOutcome,
  PayerAuthorization,
  PayerOperation,
  SponsorFee,
} from '@interline/ports';

/**
 * What the service does for a payer at its own cost on one chain.
 * - calls: an operation that pays a fee by its first call
 * - revocation: only the authorization that takes the delegate's code off the account
 */
export interface SponsoredCall extends PayerOperation {
  readonly id: string;
  readonly kind: 'calls' | 'revocation';
  /** What its payer signs, and the EntryPoint knows it by; empty for a revocation. */
  readonly hash: string;
  readonly fee: SponsorFee;
  /** A pseudonym of the client. */
  readonly client: string;
  readonly createdAtMs: number;
  /** The agreed fee is valid until then. */
  readonly expiresAtMs: number;
  /** Owner of the transaction that carries it; null until it is committed. */
  readonly bundleId: string | null;
  readonly acceptedAtMs: number | null;
  /**
   * Keeps any other call from taking its nonce; null until it is committed, and once the nonce is free again.
   */
  readonly takenKey: string | null;
  /** Kept only while it may have to be sent a second time: anyone who holds it can have it included. */
  readonly signed: Signed | null;
  /** The end that was seen last; null before. A reorg may still change it. */
  readonly outcome: OperationOutcome | null;
  /** Whether its failure was charged to its payer: once, however many reorgs there are. */
  readonly isCharged: boolean;
}

export interface Signed {
  readonly signature: string;
  readonly authorization: PayerAuthorization | null;
}

/**
 * - PREPARED: nothing was signed for it here
 * - ACCEPTED: committed; its end is not known, or a reorg has taken it
 * - INCLUDED: its calls were made and its fee came
 * - FAILED: no fee came, and its calls were not made unless by other code than was signed for
 */
export const callStatuses = ['PREPARED', 'ACCEPTED', 'INCLUDED', 'FAILED'] as const;

export type CallStatus = (typeof callStatuses)[number];

/** `transaction`: the last one that carries the call; null where there is none. */
export function statusOf(
  { outcome, bundleId }: Pick<SponsoredCall, 'outcome' | 'bundleId'>,
  transaction: Pick<Transaction, 'state'> | null,
): CallStatus {
  if (bundleId === null) return 'PREPARED';
  if (outcome === null || transaction?.state === 'open') return 'ACCEPTED';
  return outcome.isSuccess ? 'INCLUDED' : 'FAILED';
}

/** At most one operation of an account can have this nonce on its chain. */
export function nonceKeyOf({
  kind,
  chain,
  account,
  nonce,
}: Pick<SponsoredCall, 'kind' | 'chain' | 'account' | 'nonce'>): string {
  return `${kind}/${chain}/${account}/${nonce}`;
}

/**
 * A call that succeeded without its fee ran other code than was signed for: the account replaced our
 * delegate, and what the new one did with our gas is unknown.
 */
export function endOf(
  { fee }: Pick<SponsoredCall, 'fee'>,
  outcome: OperationOutcome,
): OperationOutcome {
  if (!outcome.isSuccess || outcome.feePaid >= fee.units) return outcome;
  return {
    ...outcome,
    isSuccess: false,
    innerError: 'the account had other code by then, which paid no fee',
  };
}

/** For a call that came to nothing. */
export function failedWith(innerError: string, noFee: SponsorFee['units']): OperationOutcome {
  return { isSuccess: false, gasUsed: 0n, feePaid: noFee, innerError };
}
