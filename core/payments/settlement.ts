import type { ChainRef, EvmAddress, Hex, Owner, Transaction, Units } from '@interline/kernel';
import type { AuthorizedTransfer } from '@interline/ports';

/** A payment of somebody to somebody else, which we send at our cost or found sent. */
export interface Settlement {
  readonly id: string;
  readonly chain: ChainRef;
  readonly token: EvmAddress;
  readonly payer: EvmAddress;
  readonly payTo: EvmAddress;
  readonly units: Units;
  /** With chain, token and payer: of each authorization there is one, for ever. */
  readonly nonce: Hex;
  /** Unix seconds, both. */
  readonly validAfter: bigint;
  readonly validBefore: bigint;
  /** What was signed, and the signature, as one hash: who does not have both is not its sender. */
  readonly payloadHash: string;
  /** The payer's own name for the request (`payment-identifier`); null where none came. */
  readonly identifier: string | null;
  /** Who asked for it: a pseudonym. */
  readonly client: string;
  /** Owner of the transaction that carries it; null for one that somebody else had sent. */
  readonly sentAs: string | null;
  readonly acceptedAtMs: number;
  /** As it was seen last; null before. A reorg may still change it. */
  readonly outcome: SettlementOutcome | null;
  /** When its success was told: once, because success releases what was paid for. */
  readonly toldAtMs: number | null;
  /** Its failure was charged: once, whatever reorgs there are. */
  readonly isCharged: boolean;
}

export interface SettlementOutcome {
  readonly isSuccess: boolean;
  /** The transaction that moved the money, ours or a stranger's; for a failure the one that failed. */
  readonly txHash: string | null;
  /** In the words of x402; null for a success. */
  readonly reason: string | null;
}

/**
 * - PENDING: committed; its end is not known, or a reorg has taken it
 * - SETTLED: a Transfer log shows the money with the recipient
 * - FAILED: nothing of it happened, and nothing of it will by us
 */
export const settlementStatuses = ['PENDING', 'SETTLED', 'FAILED'] as const;

export type SettlementStatus = (typeof settlementStatuses)[number];

/** `transaction`: the last one that carries it; null where none of ours does. */
export function statusOf(
  { outcome }: Pick<Settlement, 'outcome'>,
  transaction: Pick<Transaction, 'state'> | null,
): SettlementStatus {
  if (outcome === null || transaction?.state === 'open') return 'PENDING';
  return outcome.isSuccess ? 'SETTLED' : 'FAILED';
}

export function settlementOwner(id: string): Owner {
  return { kind: 'payment', id };
}

type Signed = Omit<AuthorizedTransfer, 'signature'>;

/** Which authorization it is, whatever it was signed for. */
export type AuthorizationKey = Pick<Settlement, 'chain' | 'token' | 'payer' | 'nonce'>;

/** What it was signed for; the signature stands in the transaction's bytes alone. */
export function signedOf(settlement: Settlement): Signed {
  const { chain, token, payer, payTo, units, nonce, validAfter, validBefore } = settlement;
  return { chain, token, from: payer, to: payTo, units, nonce, validAfter, validBefore };
}
