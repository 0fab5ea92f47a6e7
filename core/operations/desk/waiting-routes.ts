import { type JsonObject, type Transaction } from '@interline/kernel';
import type { Clock } from '@interline/ports';
import type { BookReads, Liability } from '../../books/index.ts';
import type { Policy } from '../../switches/index.ts';
import type { TransactionReads } from '../../transactions/index.ts';
import {
  dueAtMs,
  returnsTo,
  type Route,
  stages,
  type TransferReads,
  waitingStages,
} from '../../transfer/index.ts';
import type { DeskEntry, DeskSource } from './desk-entry.ts';

interface Ports {
  readonly store: {
    readonly reads: {
      readonly transfers: Pick<TransferReads, 'waitingRoutes' | 'route' | 'deposit'>;
      readonly books: Pick<BookReads, 'liabilities'>;
      readonly transactions: Pick<TransactionReads, 'openTransactions'>;
    };
  };
  readonly policy: Pick<Policy, 'overdueAfterMs'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Advice for a route, by its stage. */
const advice: Readonly<Record<string, string>> = {
  [stages.verifying]:
    'The chains do not show how it ended: look there for its pull, its delivery and what came back, and in ' +
    'the log for the reason. It is looked at again, and never paid again by itself.',
  [stages.refundHeld]:
    'Remove what keeps the refund from the payer, or send it to another address of theirs. It is tried again ' +
    'by itself as well.',
  [stages.overdue]:
    'Ask the rail about the transfer: it takes far longer than usual. It is still watched, and ends by ' +
    'itself when the chain shows how. One that its rail can take back is taken back by itself; where that ' +
    'waits, the log says for what (recall-waits).',
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
 * Routes that wait for an operator, including every open one past its time at any stage, and debts
 * for routes that are not listed.
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
    // Beyond the limit, a listed route's liability cannot be told from a separate one.
    const alone =
      count > routes.length ? [] : liabilities.filter((one) => !listed.has(one.routeId));
    const entries: DeskEntry[] = [];
    for (const route of routes)
      entries.push(
        routeEntry(policy, route, {
          owed: owedFor.get(route.id),
          open: openOf.get(route.id) ?? [],
          deposit: await depositOf(reads, route),
        }),
      );
    for (const liability of alone.slice(0, limit)) {
      const route = await reads.transfers.route(liability.routeId);
      entries.push(liabilityEntry(liability, route && (await depositOf(reads, route))));
    }
    return { entries, count: count + alone.length };
  };
}

/** An address of ours in place of a payer, and the refund address for what arrived there. */
interface ShownDeposit {
  readonly address: string;
  /** Null while no address is known. */
  readonly returnsTo: string | null;
}

/** Null for a route with a known payer. */
async function depositOf(
  { transfers }: Ports['store']['reads'],
  route: Route,
): Promise<ShownDeposit | null> {
  const deposit = route.mode === 'deposit' ? await transfers.deposit(route.id) : null;
  return deposit && { address: deposit.address, returnsTo: returnsTo(route, deposit) };
}

const unnamed = 'no address is known yet';

interface Beside {
  readonly owed: Liability | undefined;
  readonly open: readonly Transaction[];
  readonly deposit: ShownDeposit | null;
}

function routeEntry(policy: Ports['policy'], route: Route, beside: Beside): DeskEntry {
  const { id, stage } = route;
  return {
    kind: 'route',
    subject: `route ${id}`,
    state: stage,
    sinceMs: sinceOf(policy, route, beside.owed),
    shows: shownOf(route, beside),
    whatToDo: advice[stage] ?? tooLong,
    commands: commandsFor(route, beside),
  };
}

/** Each attempt of a held refund moves its route, so the liability tells since when it waits. */
function sinceOf(policy: Ports['policy'], route: Route, owed: Liability | undefined): number {
  if (!waitingStages.includes(route.stage)) return dueAtMs({ policy }, route);
  return owed !== undefined && route.stage === stages.refundHeld ? owed.sinceMs : route.updatedAtMs;
}

function shownOf(
  { status, rail, order, credited, delivered, srcTx, destTx, failure, createdAtMs }: Route,
  { owed, open, deposit }: Beside,
): JsonObject {
  return {
    status,
    rail,
    from: `${order.amount} ${order.from.symbol} on ${order.lane.from}`,
    atLeast: `${order.minOutput} ${order.to.symbol} on ${order.lane.to}`,
    ...(deposit === null
      ? { payer: order.payer }
      : { depositAddress: deposit.address, refundsTo: deposit.returnsTo ?? unnamed }),
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
  { open, deposit }: Beside,
): readonly string[] {
  // What arrives at a deposit's address belongs to its payer.
  const writeOff = deposit === null ? [`interline route write-off ${id} ${why}`] : [];
  if (stage === stages.quarantined) return [`interline route release ${id} ${why}`, ...writeOff];
  if (phase === 'funding') return [`interline status ${id}`];
  if (phase === 'refunding') return [...refundCommands(id, deposit), ...writeOff];
  if (deposit !== null && credited === null) return [`interline status ${id}`];
  return [
    ...open.map((one) => `interline account bump ${one.id} ${why}`),
    `interline route settle ${id} --evidence <tx> ${why}`,
    ...(credited === null ? [] : [`interline route refund ${id} --undelivered ${why}`]),
    ...writeOff,
  ];
}

/** Without an address only an order that names one works. */
function refundCommands(id: string, deposit: ShownDeposit | null): readonly string[] {
  const elsewhere = `interline route refund ${id} --to <address> ${why}`;
  return deposit !== null && deposit.returnsTo === null
    ? [elsewhere]
    : [`interline route refund ${id} ${why}`, elsewhere];
}

function liabilityEntry(
  { routeId, book, to, units, reason, sinceMs }: Liability,
  deposit: ShownDeposit | null,
): DeskEntry {
  const [command = ''] = refundCommands(routeId, deposit);
  const isUnnamed = deposit !== null && deposit.returnsTo === null;
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
      to: isUnnamed ? unnamed : to,
      why: reason,
      ...(deposit === null ? {} : { depositAddress: deposit.address }),
    },
    whatToDo: isUnnamed
      ? 'Money came to a deposit whose route has ended, and no address is known for it. Its payer can name one with the refundClaim; where that is lost, name one that the payer proves to be theirs.'
      : 'Money is owed that could not be delivered yet. It is tried again by itself as well.',
    commands: [`interline status ${routeId}`, command],
  };
}
