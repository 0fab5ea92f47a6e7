import {
  RelayError,
  type SignedTransaction,
  type Transaction,
  type TxFields,
  unplaced,
} from '@interline/kernel';
import { sendCommitted } from '../send/commit-transactions.ts';
import { withKeysOf } from '../accounts/key-sets.ts';
import type { TransactionPorts } from '../ports.ts';
import { commitDearer, fillSlot } from './replace-transaction.ts';
import { isStoreBehind } from '../accounts/stopped-account.ts';
import { freeingCap } from './stuck-at-cap.ts';
import { noopsAmong } from '../watch/verdict-of.ts';

/** An open transaction that an operator may replace, with its last signed form. */
export interface Replaceable {
  /** With the keys of its account. */
  readonly ports: TransactionPorts;
  readonly transaction: Transaction;
  readonly last: SignedTransaction;
  /** One of its forms is a no-op. */
  readonly isFilled: boolean;
}

/**
 * - bump: the same movement at a higher fee
 * - fill: a no-op, so that the movement is made again or given up
 */
type Replacement = 'bump' | 'fill';

/**
 * Throws `UNKNOWN_RECORD` if no open transaction has the id; `WRONG_STATE` if it has no slot of its
 * own to be replaced in, is mined already, or its account is stopped because the store is behind
 * its chain; and `CHAIN_UNREACHABLE`. For such an account, the operator may still bump what its
 * chain waits for, because lost transactions after it are mined only after it.
 */
export async function readReplaceable(
  given: TransactionPorts,
  id: string,
  by: Replacement,
  signal: AbortSignal,
): Promise<Replaceable> {
  const { reads } = given.store;
  const transaction = await reads.transactions.transaction(id);
  if (transaction?.state !== 'open')
    throw new RelayError('UNKNOWN_RECORD', {}, 'no open transaction has this id');
  const { multicall, slot, chain, role, account } = transaction;
  if (multicall !== null)
    throw refused(
      multicall.carried === null
        ? 'it waits for a multicall and was not sent yet'
        : `it rides in the multicall ${multicall.carried.by}; bump that one`,
    );
  const ports = withKeysOf(given, account);
  if (ports === null) throw refused('the deployment no longer has the keys of its account');
  const isBehind = isStoreBehind((await reads.transactions.account(chain, account))?.stopped);
  if (isBehind && by === 'fill')
    throw refused(`the ${role} account on ${chain} is stopped; restart it first`);
  if (isBehind && (await ports.custody.slotsTaken(chain, account, signal)) !== slot)
    throw refused(
      `the ${role} account on ${chain} is stopped, and its chain does not wait for slot ${slot}; restart it first`,
    );
  const forms = await reads.transactions.signedTransactionsOf([id]);
  const last = forms.at(-1);
  if (last === undefined || slot === unplaced) throw refused('it was not signed yet');
  const watched = { transaction, forms };
  const [now] = (await ports.custody.observe(chain, [watched], signal)).transactions;
  if (now?.mined != null)
    throw refused(`its form ${now.mined.hash} is in block ${now.mined.block} already`);
  if (now?.isSlotTaken === true) throw refused(`its slot ${slot} is consumed already`);
  return { ports, transaction, last, isFilled: noopsAmong(forms, transaction).length > 0 };
}

/**
 * The fees of an operator's bump: the next step within the chain's cap, or within `feeRateCap` if
 * given. Throws `BAD_REQUEST` if that does not outbid the last form, `WRONG_STATE` if no higher fee
 * can be offered, and `CHAIN_UNREACHABLE`.
 */
export async function dearerFor(
  { ports, transaction, last }: Replaceable,
  feeRateCap: bigint | null,
  signal: AbortSignal,
): Promise<TxFields> {
  const { maxFeeRate } = last.tx;
  if (feeRateCap !== null && feeRateCap <= maxFeeRate)
    throw new RelayError(
      'BAD_REQUEST',
      { field: 'feeRateCap' },
      `it has offered ${maxFeeRate} per gas already; give more than that`,
    );
  const bump = await ports.custody.bump(last, feeRateCap ?? transaction.feeCap, signal);
  switch (bump.kind) {
    case 'dearer':
      return bump.tx;
    case 'capped':
      throw refused(
        `the chain takes ${bump.needed} per gas, and its cap is ${bump.feeRateCap}; raise it for this transaction alone with --cap ${freeingCap(bump.needed)} (feeRateCap)`,
      );
    case 'enough': {
      const { feeRateCap: cap } = bump;
      throw refused(
        `the ${maxFeeRate} per gas that it offered last meet the market, and its cap of ${cap}, or the most that its tip may be, allows no step above them; wait, or raise the cap for this transaction alone with --cap ${freeingCap(cap > maxFeeRate ? cap : maxFeeRate)} (feeRateCap)`,
      );
    }
  }
}

/** Commits the form and sends it. Throws `WRONG_STATE` if the transaction was moved meanwhile. */
export async function bumpByOrder(
  { ports, transaction, last }: Replaceable,
  tx: TxFields,
  signal: AbortSignal,
): Promise<SignedTransaction> {
  const signedTransaction = await commitDearer(ports, transaction, last, tx, 'by-order');
  if (signedTransaction === null) throw refused(changedMeanwhile);
  await sendCommitted(ports, [{ transaction, signedTransaction }], signal);
  return signedTransaction;
}

/**
 * Puts a no-op into the slot, committed and sent. Throws `WRONG_STATE` if it cannot be made now,
 * and `CHAIN_UNREACHABLE`.
 */
export async function fillByOrder(
  { ports, transaction }: Replaceable,
  signal: AbortSignal,
): Promise<void> {
  if (!(await fillSlot(ports, transaction, signal)))
    throw refused(`${changedMeanwhile}; or the fee cap is reached, and "account bump" raises it`);
}

const changedMeanwhile = 'it was replaced or settled at the same moment; look again';

function refused(reason: string): RelayError {
  return new RelayError('WRONG_STATE', { field: 'transaction' }, reason);
}
