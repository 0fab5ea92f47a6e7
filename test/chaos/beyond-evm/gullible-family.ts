import type { ChainFamily } from '@interline/adapters/custody';
import type { AccountTransaction, FamilyCustody } from '@interline/ports';

/**
 * The family with custody that takes for lost what one of its nodes does not show, and is as far as
 * the node that is ahead: it believes that a stranger took the slot, and moved nothing.
 */
export function gullibleFamily<S>(family: ChainFamily<S>): ChainFamily<S> {
  return {
    ...family,
    open(settings, parts) {
      const opened = family.open(settings, parts);
      return { ...opened, custody: gullible(opened.custody) };
    },
  };
}

function gullible(custody: FamilyCustody): FamilyCustody {
  let head = 0;
  return {
    ...custody,
    async observe(chain, watched, signal) {
      const reading = await custody.observe(chain, watched, signal);
      head = reading.head;
      const transactions = reading.transactions.map((one) => ({ ...one, receiptOwed: null }));
      return { ...reading, block: head, transactions };
    },
    async consumerOf(watched, search, signal) {
      const found = await custody.consumerOf(watched, search, signal);
      const { takenAt } = search;
      if (found.kind === 'found' || takenAt === null) return found;
      return { kind: 'found', hash: strangersHash, block: takenAt, head };
    },
    async accountHistory(chain, search, signal) {
      const { transactions, unseen } = await custody.accountHistory(chain, search, signal);
      const rest = unseen === null ? [] : search.slots.slice(search.slots.indexOf(unseen.slot));
      return {
        transactions: [
          ...transactions,
          ...rest.map((slot) => nothing(slot, search.freeAt ?? 0, head)),
        ],
        unseen: null,
      };
    },
  };
}

/** What moved nothing of ours: that is what is believed of a slot whose transaction is not shown. */
function nothing(slot: number, block: number, head: number): AccountTransaction {
  return {
    slot,
    hash: strangersHash,
    block,
    blockHash: strangersHash,
    timestampSec: 0,
    head,
    isSuccess: true,
    gasCost: 0n,
    form: null,
    calls: [],
    groups: 0,
    transfers: [],
  };
}

const strangersHash = '0'.repeat(64);
