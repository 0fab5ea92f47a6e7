import { RelayError, type TokenRef, type Transaction, type TxHash } from '@interline/kernel';
import { feeTokenOf } from './commit-bundle.ts';
import type { SponsorPorts } from './ports.ts';
import { type CallStatus, type SponsoredCall, statusOf } from './sponsored-call.ts';

/** A sponsored call as its payer sees it. */
export interface ShownCall {
  readonly call: SponsoredCall;
  readonly status: CallStatus;
  /** Null for a revocation, which costs nothing. */
  readonly token: TokenRef | null;
  /** The hash of the transaction that carries it, in the form that was sent last or is in a block. */
  readonly tx: TxHash | null;
}

/** Throws `UNKNOWN_RECORD`, `STORE_DOWN`. */
export type ReadCall = (id: string) => Promise<ShownCall>;

export function readCall(ports: SponsorPorts): ReadCall {
  return async (id) => {
    const call = await ports.store.reads.sponsor.sponsoredCall(id);
    if (call === null) throw unknownCall();
    return showCall(ports, call);
  };
}

export function unknownCall(): RelayError {
  return new RelayError('UNKNOWN_RECORD', {}, 'there is no sponsored call with this id');
}

export async function showCall(
  ports: Pick<SponsorPorts, 'store' | 'tokens'>,
  call: SponsoredCall,
): Promise<ShownCall> {
  const { transactions } = ports.store.reads;
  const sent = call.bundleId === null ? [] : await transactions.transactionsOf(call.bundleId);
  const last = sent.at(-1) ?? null;
  return {
    call,
    status: statusOf(call, last),
    token: call.kind === 'calls' ? feeTokenOf(ports, call) : null,
    tx: call.outcome?.elsewhere ?? (last === null ? null : await hashOf(ports, last)),
  };
}

async function hashOf(
  { store }: Pick<SponsorPorts, 'store'>,
  { id, minedHash }: Transaction,
): Promise<TxHash | null> {
  if (minedHash !== null) return minedHash;
  const forms = await store.reads.transactions.signedTransactionsOf([id]);
  // Until its bytes are complete, a form has no hash of its own.
  return forms.findLast(({ raw }) => raw !== null)?.hash ?? null;
}
