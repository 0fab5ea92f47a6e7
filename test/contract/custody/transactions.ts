import {
  neverMined,
  movementOf,
  routeOwner,
  type Transaction,
  type SignedTransaction,
} from '@interline/kernel';
import type { CustodyPort, FormContent, Prepared, WatchedTransaction } from '@interline/ports';

let count = 0;

/** An open transaction of what was prepared, as the core would store it. */
export function transactionOf(prepared: Prepared, nonce: number): Transaction {
  count += 1;
  const { purpose, chain, role, account, expects } = prepared;
  return {
    id: `effect_${count}`,
    owner: routeOwner('route_1'),
    step: -1,
    purpose,
    chain,
    role,
    account,
    slot: nonce,
    ...neverMined,
    expects,
    createdAtMs: 0,
    multicall: null,
  };
}

/** What a signed form of the transaction carries: its own movement. */
export function contentOf(transaction: Transaction): FormContent {
  const movement = movementOf(transaction);
  return { transactionId: transaction.id, movements: movement === null ? [] : [movement] };
}

export interface Committed {
  readonly signedTransaction: SignedTransaction;
  readonly watched: WatchedTransaction;
}

/** Seals everything with the account's next nonces, as the unit of work would. */
export async function committed(
  custody: Pick<CustodyPort, 'slotsTaken' | 'seal'>,
  prepared: readonly Prepared[],
): Promise<readonly Committed[]> {
  const [first] = prepared;
  if (first === undefined) return [];
  const next = await custody.slotsTaken(first.chain, first.account, new AbortController().signal);
  return prepared.map((one, index) => {
    const transaction = transactionOf(one, next + index);
    const signedTransaction = custody.seal(
      contentOf(transaction),
      one,
      transaction.slot,
      1_700_000_000_000,
    );
    return { signedTransaction, watched: { transaction, forms: [signedTransaction] } };
  });
}
