import { chainToWire, RelayError } from '@interline/kernel';
import { assertMayCommit, chainScope } from '../../switches/index.ts';
import { unclaimedOf } from '../../books/index.ts';
import {
  rehearseWithdrawal,
  type UnmatchedTransaction,
  withdrawFunds,
} from '../../transactions/index.ts';
import type { TransferPorts } from '../../transfer/index.ts';
import { operatorAction } from '../operator-action.ts';
import type { OperationStore, OperationUnit } from '../repository.ts';
import {
  assertNotPaid,
  assertReturnable,
  paidBack,
  type Pulled,
  refused,
} from './assert-returnable.ts';
import { readPulled } from './read-pulled.ts';

export interface PullReturnOrder {
  /** Id of an unmatched transaction, as listed on the desk. */
  readonly id: string;
  /** The operator confirms that the recipient got nothing for it. */
  readonly isUndelivered: boolean;
}

type Ports = Omit<TransferPorts, 'store'> & {
  readonly store: TransferPorts['store'] & OperationStore;
};

/**
 * Refunds the payer everything that an unmatched pull brought, once, from unclaimed money on the
 * account that received it. The service pays the gas. Throws `UNKNOWN_RECORD`, `WRONG_STATE` with
 * the obstacle (already refunded, a route's own, classified), `BAD_REQUEST` without the operator's
 * confirmation, `ACCOUNT_STOPPED` while an account is behind its chain, where the delivery may
 * still be found, and the errors of `withdrawFunds`.
 */
export function returnPull(ports: Ports) {
  return operatorAction({
    name: 'float-return',
    targetOf: ({ id }: PullReturnOrder) => `unmatched pull ${id}`,
    async plan({ id, isUndelivered }, signal) {
      const { reads } = ports.store;
      const { own, role, pulled } = await readPulled(ports, id);
      const { chain } = pulled.book;
      await assertMayCommit(reads, ['service', chainScope(chain)]);
      const returns = await assertReturnable(reads, pulled);
      const paid = await paidBack(own, pulled, signal);
      await assertNotPaid(reads, pulled, paid);
      const all = await reads.transactions.unmatchedTransactions();
      if (!isUndelivered) throw wordWanted(pulled, all);
      const { token, account } = pulled.book;
      const { units, payer } = pulled;
      const withdrawal = { chain, role, token, to: payer, units, returns };
      await rehearseWithdrawal(own, withdrawal, signal);
      const unclaimed = await unclaimedOf(reads.books, pulled.book);
      return {
        own,
        pulled,
        paid,
        withdrawal,
        before: { unclaimed: unclaimed.toString() },
        after: {
          unclaimed: (unclaimed - units).toString(),
          units: units.toString(),
          token,
          chain: chainToWire(chain),
          from: account,
          to: payer,
        },
      };
    },
    perform: {
      in: 'steps',
      async run({ own, pulled, paid, withdrawal, before, after }, _order, signal) {
        const [sent] = await withdrawFunds(
          own,
          withdrawal,
          async (tx: OperationUnit) => {
            const now = await assertReturnable(tx, pulled);
            if (now !== withdrawal.returns) throw refused('it was tried at the same moment');
            await assertNotPaid(tx, pulled, paid);
          },
          signal,
        );
        return { before, after: { ...after, transaction: sent?.id ?? null }, result: null };
      },
    },
  });
}

/** Names the possible deliveries for the operator to check. */
function wordWanted(
  { unmatched: { id, atMs } }: Pulled,
  all: readonly UnmatchedTransaction[],
): RelayError {
  const later = all.filter(
    (one) => one.kind !== 'pull' && one.id !== id && one.atMs >= atMs - slackMs,
  );
  const seen = later.map(
    ({ kind, chain, hash, slot }) => `${kind} ${hash ?? `in slot ${slot}`} on ${chain}`,
  );
  return new RelayError(
    'BAD_REQUEST',
    { field: 'undelivered' },
    `whether its recipient was paid is not known: ${seen.length === 0 ? 'no payment of ours since lacks a route' : `of these, one may be its delivery: ${seen.join('; ')}`}. Say undelivered: true (--undelivered) once you know that it was not`,
  );
}

/** Maximum difference between the clocks of two chains. */
const slackMs = 3_600_000;
