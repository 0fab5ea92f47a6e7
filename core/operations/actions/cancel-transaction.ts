import { RelayError, type Transaction } from '@interline/kernel';
import { fillByOrder } from '../../transactions/index.ts';
import type { Route, TransferPorts } from '../../transfer/index.ts';
import { operatorAction } from '../operator-action.ts';
import { readOrderedTransaction } from './ordered-transaction.ts';

export interface CancelInput {
  readonly transaction: string;
  /** Also cancels a pull whose permit is still valid. */
  readonly isForced: boolean;
}

/**
 * Puts a no-op into the slot of an open transaction, so that transactions after it can be sent. The
 * mined form decides: nothing is repeated until the no-op is final. Throws `UNKNOWN_RECORD`,
 * `CHAIN_UNREACHABLE`, and `WRONG_STATE` if its movement cannot be given up.
 */
export function cancelTransaction(given: TransferPorts) {
  return operatorAction({
    name: 'replace',
    targetOf: ({ transaction }: CancelInput) => `transaction ${transaction}`,
    async plan({ transaction: id, isForced }, signal) {
      const replaceable = await readOrderedTransaction(given, id, 'fill', signal);
      const { transaction, last, isFilled } = replaceable;
      if (isFilled) throw refused('its slot has a no-op already; bump it to have it mined');
      const route = await given.store.reads.transfers.route(transaction.owner.id);
      const next = assertGivenUp(transaction, route, isForced, given.clock.now());
      return {
        replaceable,
        before: { purpose: transaction.purpose, slot: transaction.slot, hash: last.hash },
        after: { purpose: 'noop', slot: transaction.slot, then: next },
      };
    },
    perform: {
      in: 'steps',
      async run({ replaceable }, _order, signal) {
        await fillByOrder(replaceable, signal);
        return { result: replaceable.transaction.id };
      },
    },
  });
}

/** What happens to the movement once the no-op is final. Throws if it must not be given up. */
function assertGivenUp(
  { purpose, owner }: Transaction,
  route: Route | null,
  isForced: boolean,
  nowMs: number,
): string {
  switch (purpose) {
    case 'payout':
      return owner.kind === 'route'
        ? `${owner.id} prepares its payout again`
        : 'the withdrawal is given up';
    case 'refund':
      return `${owner.id} prepares its refund again`;
    case 'call':
    case 'approve':
      if (owner.kind === 'invoice') return 'what was paid is collected again';
      return `${owner.id} goes on over another rail, or is refunded`;
    case 'allowance':
      return 'the pull behind it may revert';
    case 'pull': {
      const deadlineMs = Number(route?.permit?.deadline ?? 0n) * 1_000;
      if (deadlineMs > nowMs && !isForced)
        throw refused(
          `its permit is good until ${new Date(deadlineMs).toISOString()}, and the payer was promised this pull; bump it, or add --force`,
        );
      return `${owner.id} fails, with nothing pulled`;
    }
    case 'batch':
      throw refused('a multicall carries the transactions of several routes; bump it');
    case 'deploy':
    case 'delegate':
      throw refused('multicalls cannot begin without it; bump it');
    case 'sponsor':
      return 'its payers may have the same calls prepared again';
    case 'settle':
      return 'its payment is not made, and its caller is told so';
    case 'trust':
      throw refused('the account cannot hold its token without it; bump it');
    case 'noop':
      throw refused('it is a no-op already; bump it');
  }
}

function refused(reason: string): RelayError {
  return new RelayError('WRONG_STATE', { field: 'transaction' }, reason);
}
