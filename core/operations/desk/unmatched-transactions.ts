import { chainToWire } from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import {
  type PullReturn,
  readPullReturn,
  type TransactionReads,
  unmatchedEnds,
  type UnmatchedTransaction,
} from '../../transactions/index.ts';
import { type DeskEntry, type DeskSource, partOf } from './desk-entry.ts';
import { roleOf } from './role-of.ts';

interface Ports {
  readonly store: {
    readonly reads: {
      readonly transactions: Pick<TransactionReads, 'unmatchedTransactions' | 'transactionsOf'>;
    };
  };
  readonly custody: Pick<CustodyPort, 'account' | 'former' | 'roleOf'>;
}

const why = '--reason "<why>"';

/**
 * Transactions that a restored store could not assign to any of its routes, without pulls that an
 * order has refunded and those that an operator has closed.
 */
export function unmatchedTransactions({ store, custody }: Ports): DeskSource {
  return async (limit) => {
    const { transactions } = store.reads;
    const all = await transactions.unmatchedTransactions();
    const listed = all.filter(({ closed }) => closed === null);
    const entries = await Promise.all(
      listed.map(async (one) => {
        const back = one.kind === 'pull' ? await readPullReturn(transactions, one.id) : null;
        return unmatchedEntry(custody, one, back);
      }),
    );
    return partOf(entries.flat(), limit);
  };
}

/** Advice for each kind. */
const unmatchedAdvice: Readonly<Record<UnmatchedTransaction['kind'], string>> = {
  pull:
    "The payer's money came to us, and the store does not have the route: it was accepted after the copy " +
    'that was restored. Look whether a payment of the desk was its delivery; if there is none, give it back to the ' +
    'payer. That is done once, out of what is unclaimed on the account. Close it once the recipient or the payer ' +
    'has the money.',
  payment:
    'Our account paid this to the address shown, and the store has no route that was due it. Find the pull that it ' +
    'belongs to, and close both; a route that it may belong to stays quarantined until it is released. Where it ' +
    'delivered a deposit or gave it back, close it with --route and the route of that deposit: it holds that one ' +
    'from then on, and lets all others go. Where it was none of theirs, close it as explained.',
  call:
    'Our account called this, and no route of the store has it in its plan. Ask the rail what it was for; a ' +
    'route that it may belong to stays quarantined until it is released.',
  collection:
    'What was paid for passes at the address shown came to our float. Where the store has its invoice, it counts ' +
    'and leaves the desk by itself once it is final. Where it does not, and its payer shows you the id of the ' +
    'invoice, adopt it: that closes this. The books have the money as unclaimed until you classify it.',
  authorization:
    'A payer paid for passes by a signature that we sent: what is shown went to the address of the invoice. Where ' +
    'the store has that, this leaves the desk by itself. Where the payer shows you its id, adopt it: that closes this.',
  unread:
    'An operator let the account go on before these slots could be read. Routes of that time stay ' +
    'quarantined until each is released.',
};

function unmatchedEntry(
  custody: Ports['custody'],
  one: UnmatchedTransaction,
  back: PullReturn | null,
): readonly DeskEntry[] {
  const { id, kind, chain, account, slot, hash, block, atMs, moved, permit, sinceMs } = one;
  const role = roleOf(custody, account);
  if (role === undefined || back?.kind === 'returned') return [];
  const isLeaving = back?.kind === 'under-way';
  return [
    {
      kind: 'unmatched',
      subject: `slot ${slot} of the ${role} on ${chainToWire(chain)}`,
      state: isLeaving ? 'pull, being given back' : kind,
      sinceMs,
      shows: {
        id,
        address: account,
        hash,
        block,
        at: atMs,
        moved: moved.map(({ token, from, to, units }) => `${units} of ${token} ${from} -> ${to}`),
        ...(permit === null ? {} : { payer: permit.owner, permit: permit.nonce }),
        ...(isLeaving ? { givenBackBy: back.transaction.id } : {}),
      },
      whatToDo: isLeaving
        ? 'Wait until its payment to the payer is final; then it leaves the desk.'
        : unmatchedAdvice[kind],
      commands: unmatchedCommands(one, back),
    },
  ];
}

function unmatchedCommands(
  { id, kind, chain }: UnmatchedTransaction,
  back: PullReturn | null,
): readonly string[] {
  const on = chainToWire(chain);
  if (back?.kind === 'under-way') return [`interline account show ${on} ${back.transaction.role}`];
  return [
    'interline desk --json',
    `interline books export --chain ${on}`,
    ...(kind === 'pull'
      ? [
          `interline float return ${id} --undelivered --dry-run`,
          `interline float return ${id} --undelivered ${why}`,
        ]
      : []),
    ...(kind === 'collection' || kind === 'authorization'
      ? [
          `interline passes adopt <inv_id> --asset <asset> --bundle <bundle> --issued <claimed> ${why}`,
        ]
      : []),
    `interline desk close ${id} --as <${unmatchedEnds.join('|')}> ${why}`,
    ...(kind === 'payment'
      ? [`interline desk close ${id} --as <delivered|returned> --route <rt_id> ${why}`]
      : []),
  ];
}
