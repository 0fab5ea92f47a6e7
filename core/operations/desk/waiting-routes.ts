import { type JsonObject, type Transaction } from '@interline/kernel';
import type { Clock } from '@interline/ports';
import type { BookReads, Liability } from '../../books/index.ts';
import type { Policy } from '../../switches/index.ts';
import type { TransactionReads } from '../../transactions/index.ts';
import {
  dueAtMs,
  type Route,
  stages,
  type TransferReads,
  waitingStages,
} from '../../transfer/index.ts';
import type { DeskEntry, DeskSource } from './desk-entry.ts';

interface Ports {
  readonly store: {
    readonly reads: {
      readonly transfers: Pick<TransferReads, 'waitingRoutes'>;
      readonly books: Pick<BookReads, 'liabilities'>;
      readonly transactions: Pick<TransactionReads, 'openTransactions'>;
    };
  };
  readonly policy: Pick<Policy, 'overdueAfterMs'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** What to do about a route, by its stage. */
const advice: Readonly<Record<string, string>> = {
  [stages.verifying]:
    'The chains do not show how it ended: look there for its pull, its delivery and what came back, and in ' +
    'the log for the reason. It is looked at again, and never paid again by itself.',
  [stages.refundHeld]:
    'Remove what keeps the refund from the payer, or send it to another address of theirs. It is tried again ' +
    'by itself as well.',
  [stages.overdue]:
    'Ask the rail about the transfer: it takes far longer than usual. It is still watched, and ends by ' +
    'itself when the chain shows how.',
  [stages.quarantined]:
    'Wait: what its accounts sent is being read from the chain, and the route goes on by itself when nothing of ' +
    'that can be its own and unknown. If an account says that the nodes do not show a slot, add a node that does, or ' +
    'restart the account. Release the route where it stays behind: that looks at the chain before anything is sent.',
  [stages.fundsRequired]:
    'Fund the account that its status names, or let it end: it fails by itself before its permit does, and nothing ' +
    'was pulled for it.',
};

const tooLong =
  'It is open for longer than any transfer should be: look at its transactions, its rail and its chains. It ' +
  'goes on by itself where it can.';

/**
 * Routes that wait for a person, every open one past the stated time among them whatever its stage,
 * and what is owed for a route that is not listed.
 */
export function waitingRoutes({ store, policy, clock }: Ports): DeskSource {
  return async (limit) => {
    const acceptedBeforeMs = clock.now() - policy.overdueAfterMs;
    const { reads } = store;
    const [{ routes, count }, liabilities, open] = await Promise.all([
      reads.transfers.waitingRoutes({ stages: waitingStages, acceptedBeforeMs }, limit),
      reads.books.liabilities(),
      reads.transactions.openTransactions(),
    ]);
    const owedFor = new Map(liabilities.map((one) => [one.routeId, one]));
    const openOf = Map.groupBy(open, ({ owner }) => owner.id);
    const listed = new Set(routes.map(({ id }) => id));
    // Past the limit, a route's liability is not told from one that stands alone.
    const alone =
      count > routes.length ? [] : liabilities.filter((one) => !listed.has(one.routeId));
    return {
      entries: [
        ...routes.map((route) =>
          routeEntry(policy, route, owedFor.get(route.id), openOf.get(route.id) ?? []),
        ),
        ...alone.map(liabilityEntry),
      ],
      count: count + alone.length,
    };
  };
}

function routeEntry(
  policy: Ports['policy'],
  route: Route,
  owed: Liability | undefined,
  open: readonly Transaction[],
): DeskEntry {
  const { id, stage } = route;
  return {
    kind: 'route',
    subject: `route ${id}`,
    state: stage,
    sinceMs: sinceOf(policy, route, owed),
    shows: shownOf(route, owed, open),
    whatToDo: advice[stage] ?? tooLong,
    commands: commandsFor(route, open),
  };
}

/** Each try of a held refund moves its route, so its liability says since when it waits. */
function sinceOf(policy: Ports['policy'], route: Route, owed: Liability | undefined): number {
  if (!waitingStages.includes(route.stage)) return dueAtMs({ policy }, route);
  return owed !== undefined && route.stage === stages.refundHeld ? owed.sinceMs : route.updatedAtMs;
}

function shownOf(
  { status, rail, order, credited, delivered, srcTx, destTx, failure, createdAtMs }: Route,
  owed: Liability | undefined,
  open: readonly Transaction[],
): JsonObject {
  return {
    status,
    rail,
    from: `${order.amount} ${order.from.symbol} on ${order.lane.from}`,
    atLeast: `${order.minOutput} ${order.to.symbol} on ${order.lane.to}`,
    payer: order.payer,
    recipient: order.recipient,
    credited: credited?.toString() ?? null,
    delivered: delivered?.toString() ?? null,
    srcTx,
    destTx,
    failure: failure?.reason ?? null,
    accepted: createdAtMs,
    ...(owed === undefined ? {} : { owed: owed.units.toString(), why: owed.reason }),
    open: open.map(({ id, purpose, chain, slot }) => `${purpose} ${id}, slot ${slot} on ${chain}`),
  };
}

const why = '--reason "<why>"';

function commandsFor(
  { id, stage, phase, credited }: Route,
  open: readonly Transaction[],
): readonly string[] {
  if (stage === stages.quarantined)
    return [`interline route release ${id} ${why}`, `interline route write-off ${id} ${why}`];
  if (phase === 'funding') return [`interline status ${id}`];
  if (phase === 'refunding')
    return [
      `interline route refund ${id} ${why}`,
      `interline route refund ${id} --to <address> ${why}`,
      `interline route write-off ${id} ${why}`,
    ];
  return [
    ...open.map((one) => `interline account bump ${one.id} ${why}`),
    `interline route settle ${id} --evidence <tx> ${why}`,
    ...(credited === null ? [] : [`interline route refund ${id} --undelivered ${why}`]),
    `interline route write-off ${id} ${why}`,
  ];
}

function liabilityEntry({ routeId, book, to, units, reason, sinceMs }: Liability): DeskEntry {
  return {
    kind: 'liability',
    subject: `route ${routeId}`,
    state: 'OWED',
    sinceMs,
    shows: {
      owed: units.toString(),
      token: book.token,
      chain: book.chain,
      from: book.account,
      to,
      why: reason,
    },
    whatToDo: 'Money is owed that could not be delivered yet. It is tried again by itself as well.',
    commands: [`interline status ${routeId}`, `interline route refund ${routeId} ${why}`],
  };
}
