import {
  type ChainRef,
  type EvmAddress,
  type Hex,
  type Owner,
  permit2Address,
  type Transaction,
  type Units,
} from '@interline/kernel';
import type { AuthorizedTransfer, TransferMethod } from '@interline/ports';

/** A third party's payment, which we sent at our cost or found already sent. */
export interface Settlement {
  readonly id: string;
  readonly chain: ChainRef;
  readonly token: EvmAddress;
  readonly payer: EvmAddress;
  readonly payTo: EvmAddress;
  readonly units: Units;
  /**
   * The contract that takes the nonce once: the token, or Permit2, which counts nonces over all
   * tokens.
   */
  readonly noncesAt: EvmAddress;
  /** Unique with chain, `noncesAt` and payer, for good: one settlement for each authorization. */
  readonly nonce: Hex;
  /** Unix seconds, both. */
  readonly validAfter: bigint;
  readonly validBefore: bigint;
  /**
   * One hash of what was signed and the signature: only a caller that has both may ask about the
   * payment.
   */
  readonly payloadHash: string;
  /** The payer's own name for the request (`payment-identifier`); null where none came. */
  readonly identifier: string | null;
  /** The caller's pseudonym. */
  readonly client: string;
  /** Owner of the transaction that carries it; null where a stranger had sent the payment. */
  readonly sentAs: string | null;
  readonly acceptedAtMs: number;
  /** The end last seen, which a reorg may still change; null before the first. */
  readonly outcome: SettlementOutcome | null;
  /** When its success was reported: once, because success releases what was paid for. */
  readonly reportedAtMs: number | null;
  /** Whether its failure was charged to the payer: once, even if reorgs follow. */
  readonly isCharged: boolean;
}

export interface SettlementOutcome {
  readonly isSuccess: boolean;
  /** The transaction that moved the money, ours or a stranger's; for a failure the one that failed. */
  readonly txHash: string | null;
  /** One of x402's reasons; null for a success. */
  readonly reason: string | null;
}

/**
 * - PENDING: committed; its end is not known, or a reorg has taken it
 * - SETTLED: a Transfer log shows the money with the recipient
 * - FAILED: no money moved, and we will not send it again
 */
export const settlementStatuses = ['PENDING', 'SETTLED', 'FAILED'] as const;

export type SettlementStatus = (typeof settlementStatuses)[number];

/** `transaction`: the last one that carries it; null where no transaction of ours does. */
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

/** Identifies an authorization, whichever contract it was signed for. */
export type AuthorizationKey = Pick<Settlement, 'chain' | 'noncesAt' | 'payer' | 'nonce'>;

export function authorizationKeyOf({
  method,
  chain,
  token,
  from,
  nonce,
}: Signed): AuthorizationKey {
  const noncesAt = method === 'permit2' ? permit2Address : token;
  return { chain, noncesAt, payer: from, nonce };
}

export function methodOf({ noncesAt }: Pick<Settlement, 'noncesAt'>): TransferMethod {
  return noncesAt === permit2Address ? 'permit2' : 'eip3009';
}

/** What the payer signed, without the signature, which only the transaction's bytes contain. */
export function signedOf(settlement: Settlement): Signed {
  const { chain, token, payer, payTo, units, nonce, validAfter, validBefore } = settlement;
  return {
    method: methodOf(settlement),
    chain,
    token,
    from: payer,
    to: payTo,
    units,
    nonce,
    validAfter,
    validBefore,
  };
}
