import type { AccountRole, ChainRef, EvmAddress } from '@interline/kernel';
import type { BlockRange, Clock, CustodyPort } from '@interline/ports';
import type { BookReads } from '../books/index.ts';
import {
  type AccountRecord,
  stopAdvice,
  stopKindOf,
  type TransactionReads,
  type UnmatchedTransaction,
  type UnprovenReason,
  type UnprovenSlot,
  unprovenAdvice,
} from '../transactions/index.ts';
import { type Route, stages, type TransferReads } from '../transfer/index.ts';

/** A route that waits for an operator. */
interface WaitingRoute {
  readonly route: Route;
  /** When it last moved; for a held refund, when the refund was first held. */
  readonly sinceMs: number;
  /** Why a refund is held, with the code where there is one; null for other stages. */
  readonly reason: string | null;
  readonly advice: string;
}

/** An account of the relayer that sends nothing. */
interface StoppedAccount {
  readonly chain: ChainRef;
  readonly role: AccountRole;
  readonly reason: string;
  readonly advice: string;
}

/** What a store that went back in time could not give to any route of its own. */
interface WaitingTransaction extends UnmatchedTransaction {
  readonly role: AccountRole;
  readonly advice: string;
}

/**
 * A consumed slot of ours whose end the nodes have not shown for long. Nothing is done again under
 * another slot before they do.
 */
interface UnprovenAttention {
  readonly transactionId: string;
  readonly chain: ChainRef;
  readonly role: AccountRole;
  readonly slot: string;
  readonly reason: UnprovenReason;
  /** The blocks to be searched; null where they are not known. */
  readonly range: BlockRange | null;
  readonly sinceMs: number;
  readonly lookedAtMs: number;
  readonly advice: string;
}

export interface Attention {
  /** The longest unmoved first; cut off at the limit. */
  readonly routes: readonly WaitingRoute[];
  readonly accounts: readonly StoppedAccount[];
  /** The oldest first. */
  readonly transactions: readonly WaitingTransaction[];
  /** The longest unproven first. */
  readonly slots: readonly UnprovenAttention[];
}

/** What to do about each kind of unmatched transaction. */
export const unmatchedAdvice: Readonly<Record<UnmatchedTransaction['kind'], string>> = {
  pull:
    "The payer's money came to us, and the store does not have the route: it was accepted after the copy " +
    'that was restored. Look whether a payment below was its delivery; if there is none, refund the payer.',
  payment:
    'Our account paid this to somebody, and the store has no route that was due it. Find the pull that it ' +
    'belongs to; a route that it may belong to stays quarantined until it is released.',
  call:
    'Our account called this, and no route of the store has it in its plan. Ask the rail what it was for; a ' +
    'route that it may belong to stays quarantined until it is released.',
  unread:
    'An operator let the account go on before these slots could be read. Routes of that time stay ' +
    'quarantined until each is released.',
};

/** Everything that waits for an operator, each with what to do. */
export type ListAttention = (limit: number) => Promise<Attention>;

/** The stages in which a route waits for an operator, each with what to do. */
export const attentionStages: Readonly<Record<string, string>> = {
  [stages.verifying]:
    'The chains do not show how it ended: look there for its pull, its delivery and what came back, and in ' +
    'the log for the reason. It is looked at again, and never paid again by itself.',
  [stages.refundHeld]:
    'Remove what keeps the refund from the payer (the log has the reason), then "interline route ' +
    'refund". It is tried again by itself as well.',
  [stages.overdue]:
    'Ask the rail about the transfer: it takes far longer than usual. It is still watched, and ends by ' +
    'itself when the chain shows how.',
  [stages.quarantined]:
    'The chain has transactions of an account it works with that the store does not know. Run ' +
    '"interline operator resume-account", then "interline operator release-route", which looks at the chain before ' +
    'anything is sent.',
};

interface Ports {
  readonly store: {
    readonly reads: {
      readonly transfers: Pick<TransferReads, 'routesInStages'>;
      readonly books: Pick<BookReads, 'liabilities'>;
      readonly transactions: Pick<
        TransactionReads,
        'accounts' | 'unmatchedTransactions' | 'unprovenSlots'
      >;
    };
  };
  readonly custody: Pick<CustodyPort, 'account'> & Partial<Pick<CustodyPort, 'former'>>;
  readonly clock: Pick<Clock, 'now'>;
}

/** How long the nodes have to show what became of a slot before a person is asked. */
const unprovenAfterMs = 15 * 60_000;

export function listAttention({ store, custody, clock }: Ports): ListAttention {
  return async (limit) => {
    const [routes, liabilities, records, slots, unmatched] = await Promise.all([
      store.reads.transfers.routesInStages(Object.keys(attentionStages), limit),
      store.reads.books.liabilities(),
      store.reads.transactions.accounts(),
      store.reads.transactions.unprovenSlots(),
      store.reads.transactions.unmatchedTransactions(),
    ]);
    const held = new Map(liabilities.map((one) => [one.routeId, one]));
    return {
      routes: routes.map((route) => ({
        route,
        sinceMs: sinceOf(route, held),
        reason: isHeld(route) ? (held.get(route.id)?.reason ?? null) : null,
        advice: attentionStages[route.stage] ?? '',
      })),
      accounts: records.flatMap((record) => stoppedAccount(custody, record)),
      transactions: unmatched.flatMap((one) => {
        const role = [custody, ...(custody.former ?? [])]
          .map((keys) => roleOf(keys, one.account))
          .find((found) => found !== undefined);
        return role === undefined ? [] : [{ ...one, role, advice: unmatchedAdvice[one.kind] }];
      }),
      slots: slots
        .filter(({ sinceMs }) => clock.now() - sinceMs >= unprovenAfterMs)
        .flatMap((slot) => unprovenSlot(custody, slot)),
    };
  };
}

// Each try of a held refund moves its route, so `updatedAtMs` would say when it was last tried.
function sinceOf(route: Route, held: ReadonlyMap<string, { readonly sinceMs: number }>): number {
  return (isHeld(route) ? held.get(route.id)?.sinceMs : undefined) ?? route.updatedAtMs;
}

function isHeld({ stage }: Pick<Route, 'stage'>): boolean {
  return stage === stages.refundHeld;
}

/** Empty for an account that runs, and for one of keys that the relayer no longer uses. */
function stoppedAccount(
  custody: Ports['custody'],
  { chain, account, stopped }: AccountRecord,
): readonly StoppedAccount[] {
  const kind = stopKindOf(stopped);
  const role = roleOf(custody, account);
  if (kind === null || stopped === null || role === undefined) return [];
  return [{ chain, role, reason: stopped, advice: stopAdvice[kind] }];
}

/** Empty for one of keys that the relayer no longer uses. */
function unprovenSlot(
  custody: Ports['custody'],
  { account, rangeFrom, rangeTo, ...slot }: UnprovenSlot,
): readonly UnprovenAttention[] {
  const role = roleOf(custody, account);
  if (role === undefined) return [];
  const range = rangeFrom === null || rangeTo === null ? null : { from: rangeFrom, to: rangeTo };
  return [{ ...slot, role, range, advice: unprovenAdvice[slot.reason] }];
}

function roleOf(
  custody: Pick<CustodyPort, 'account'>,
  account: EvmAddress,
): AccountRole | undefined {
  return (['spender', 'float'] as const).find((one) => custody.account(one) === account);
}
