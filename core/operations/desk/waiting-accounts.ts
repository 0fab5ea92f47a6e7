import { chainToWire, type Transaction, unplaced } from '@interline/kernel';
import type { Clock, CustodyPort } from '@interline/ports';
import {
  type AccountRecord,
  freeingCapOf,
  stopAdvice,
  stopKindOf,
  type TransactionReads,
  type UnprovenSlot,
  unprovenAdvice,
} from '../../transactions/index.ts';
import { type DeskEntry, type DeskSource, partOf } from './desk-entry.ts';
import { roleOf } from './role-of.ts';

interface Ports {
  readonly store: {
    readonly reads: {
      readonly transactions: Pick<
        TransactionReads,
        'accounts' | 'openTransactions' | 'unprovenSlots'
      >;
    };
  };
  readonly custody: Pick<CustodyPort, 'account' | 'former' | 'roleOf'>;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * How long the nodes have to show the end of a slot or a transaction before an operator is asked.
 */
const askedAfterMs = 15 * 60_000;

const why = '--reason "<why>"';

/** Accounts of the current keys that send nothing. */
export function stoppedAccounts({ store, custody }: Ports): DeskSource {
  return async (limit) =>
    partOf(
      (await store.reads.transactions.accounts()).flatMap((record) =>
        stoppedEntry(custody, record),
      ),
      limit,
    );
}

/** Empty for a running account, and for one of rotated keys. */
function stoppedEntry(
  custody: Pick<CustodyPort, 'account' | 'roleOf'>,
  { chain, account, stopped, stoppedAtMs, nextSlot, lastMined }: AccountRecord,
): readonly DeskEntry[] {
  const kind = stopKindOf(stopped);
  const role = custody.roleOf(account) ?? undefined;
  if (kind === null || role === undefined) return [];
  const at = `${chainToWire(chain)} ${role}`;
  return [
    {
      kind: 'account',
      subject: `account ${role} on ${chainToWire(chain)}`,
      state: kind,
      sinceMs: stoppedAtMs,
      shows: { address: account, reason: stopped, nextSlot: nextSlot, lastMined },
      whatToDo: stopAdvice[kind],
      commands: [`interline account show ${at}`, `interline account restart ${at} ${why}`],
    },
  ];
}

/**
 * Transactions that have been open for long, or that the cap keeps from being mined; they may block
 * those after them. Of a stopped account, which is not bumped automatically, only the first: the
 * others wait for the account.
 */
export function stuckTransactions({ store, custody, clock }: Ports): DeskSource {
  return async (limit) => {
    const [open, records, unproven] = await Promise.all([
      store.reads.transactions.openTransactions(),
      store.reads.transactions.accounts(),
      store.reads.transactions.unprovenSlots(),
    ]);
    const searched = new Set(unproven.map(({ transactionId }) => transactionId));
    const stopped = records.filter((one) => one.stopped !== null);
    const waitsForAccount = ({ chain, account, slot }: Transaction): boolean =>
      stopped.some((one) => one.chain === chain && one.account === account) &&
      open.some(
        (one) => one.chain === chain && one.account === account && isPlacedBefore(one, slot),
      );
    const old = open.filter(
      (one) =>
        one.multicall === null &&
        one.slot !== unplaced &&
        !searched.has(one.id) &&
        !waitsForAccount(one) &&
        (one.stuck !== null || clock.now() - one.createdAtMs >= askedAfterMs),
    );
    return partOf(
      old.flatMap((one) => stuckEntry(custody, one)),
      limit,
    );
  };
}

function isPlacedBefore(one: Transaction, slot: number): boolean {
  return one.multicall === null && one.slot !== unplaced && one.slot < slot;
}

function stuckEntry(custody: Ports['custody'], transaction: Transaction): readonly DeskEntry[] {
  const { id, purpose, chain, account, slot, owner, createdAtMs, expects, stuck } = transaction;
  const role = roleOf(custody, account);
  if (role === undefined) return [];
  return [
    {
      kind: 'transaction',
      subject: `transaction ${id}`,
      state: stuck === null ? 'open' : 'stuck',
      sinceMs: createdAtMs,
      shows: {
        purpose,
        chain,
        account,
        slot: slot,
        owner: owner.id,
        ...(stuck === null ? {} : { why: stuck }),
        ...(expects === null
          ? {}
          : { moves: `${expects.units} of ${expects.token}`, to: expects.to }),
      },
      whatToDo:
        'It was not seen mined. Look at what the chain shows of it, and compare what its last form offers with what the chain takes now. A bump offers more; a no-op in its ' +
        'slot frees what is behind it, and its route prepares it again.',
      commands: [
        `interline account show ${chainToWire(chain)} ${role}`,
        `interline account bump ${id}${stuck === null ? '' : ` --cap ${freeingCapOf(stuck) ?? '<rate>'}`} ${why}`,
        `interline account replace ${id} ${why}`,
      ],
    },
  ];
}

/** Consumed slots whose consumer, or its end, no nodes have shown for long. */
export function unprovenSlots({ store, custody, clock }: Ports): DeskSource {
  return async (limit) =>
    partOf(
      (await store.reads.transactions.unprovenSlots())
        .filter(({ sinceMs }) => clock.now() - sinceMs >= askedAfterMs)
        .flatMap((slot) => slotEntry(custody, slot)),
      limit,
    );
}

function slotEntry(custody: Ports['custody'], one: UnprovenSlot): readonly DeskEntry[] {
  const { chain, account, slot, reason, transactionId, sinceMs, lookedAtMs } = one;
  const role = roleOf(custody, account);
  if (role === undefined) return [];
  return [
    {
      kind: 'slot',
      subject: `slot ${slot} of the ${role} on ${chainToWire(chain)}`,
      state: reason,
      sinceMs,
      shows: {
        address: account,
        transaction: transactionId,
        fromBlock: one.rangeFrom,
        toBlock: one.rangeTo,
        lastLook: lookedAtMs,
      },
      whatToDo: unprovenAdvice[reason],
      commands: [`interline account show ${chainToWire(chain)} ${role}`, 'interline doctor'],
    },
  ];
}
