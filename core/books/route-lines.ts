import type { AccountRole, ChainRef } from '@interline/kernel';
import { type BooksKind, holdingOf, type Line } from './books-account.ts';
import { type Entry, entryOf, standingEntries } from './entry.ts';

/** What the books need to know about a route. */
export interface BookedRoute {
  readonly id: string;
  readonly source: { readonly chain: ChainRef; readonly token: string };
  /** What was pulled from the payer there; null if the money is our own. */
  readonly credited: bigint | null;
  /** The service's charge, in the source token. */
  readonly fee: bigint;
  readonly engine: string;
  /** Our float account on the source, if the route moves our own float. */
  readonly ownFloat?: string;
}

/**
 * The payer has been served from our float: the debt to the payer becomes the fee and the source
 * side of the conversion. No lines in self mode, where nothing was owed.
 */
export function servedFromFloat({ source, credited, fee }: BookedRoute): readonly Line[] {
  if (credited === null) return [];
  const charged = credited < fee ? 0n : fee;
  const line = (kind: BooksKind, units: bigint): Line => ({ ...source, kind, holder: '', units });
  return [
    line('owed-to-payers', credited),
    line('fees', -charged),
    line('conversion', charged - credited),
  ];
}

/**
 * An engine has delivered, according to all entries of the route: neither the engine nor we owe
 * anything any more, and what was kept is the fee. Null if the books already have it.
 */
export function deliveredEntry(
  route: BookedRoute,
  posted: readonly Entry[],
  seen: { readonly chain: ChainRef; readonly hash: string | null; readonly atMs: number },
): Entry | null {
  if (standingEntries(posted).some(({ kind }) => kind === 'delivered')) return null;
  const toPayer = [stillOwed(route, posted)].filter(({ units }) => units !== 0n);
  const byEngine = [...netOf(posted, 'owed-by-engines').values()];
  const rests = new Map<string, Line>();
  for (const line of [...toPayer, ...byEngine]) {
    const key = `${line.chain}/${line.token}`;
    // What the payer was owed, less what the engine got, is the fee; if the engine got more, it is
    // a loss. In self mode it was the operator's own money.
    const units = (rests.get(key)?.units ?? 0n) + line.units;
    const kind = route.credited === null ? 'capital' : units > 0n ? 'losses' : 'fees';
    rests.set(key, { ...line, kind, holder: '', units });
  }
  return entryOf({
    id: `${route.id}/delivered/${seen.hash ?? ''}/${roundOf(posted, 'delivered')}`,
    kind: 'delivered',
    chain: seen.chain,
    txHash: seen.hash,
    owner: { kind: 'route', id: route.id },
    engine: route.engine,
    lines: [...[...toPayer, ...byEngine].map(negated), ...rests.values()],
    atMs: seen.atMs,
  });
}

/**
 * What was credited, less what was returned to the payer. It does not depend on whether the pull is
 * currently booked: if a reorg removed it, it comes back or is lost, and each case has its own
 * entry.
 */
function stillOwed({ source, credited }: BookedRoute, posted: readonly Entry[]): Line {
  const isCredit = (one: Entry): boolean =>
    one.kind === 'pull' || one.kind === 'deposit' || one.kind === 'opening';
  const credits = new Set(posted.filter(isCredit).map(({ id }) => id));
  const others = posted.filter(
    ({ id, reverses }) => !credits.has(id) && (reverses === null || !credits.has(reverses)),
  );
  const back = [...netOf(others, 'owed-to-payers').values()].reduce(
    (sum, { units }) => sum + units,
    0n,
  );
  return { ...source, kind: 'owed-to-payers', holder: '', units: back - (credited ?? 0n) };
}

/** One transfer with which an engine returned a route's money. */
export interface SeenGivenBack {
  readonly hash: string;
  readonly logIndex: number;
  readonly units: bigint;
  /**
   * Our account (the spender if no role is named) and the block it came in; null if it went
   * straight to the payer.
   */
  readonly toUs: {
    readonly account: string;
    readonly block: number;
    readonly role?: AccountRole;
  } | null;
  readonly atMs: number;
}

export function givenBackEntry(route: BookedRoute, seen: SeenGivenBack): Entry | null {
  const { source, engine } = route;
  const { units, toUs } = seen;
  const got: Line =
    toUs === null
      ? { ...source, kind: 'owed-to-payers', holder: '', units }
      : { ...holdingOf(toUs.role ?? 'spender', source.chain, source.token, toUs.account), units };
  return entryOf({
    id: `${route.id}/given-back/${seen.hash}/${seen.logIndex}`,
    kind: 'given-back',
    chain: source.chain,
    txHash: seen.hash,
    block: toUs?.block ?? null,
    logIndex: seen.logIndex,
    owner: { kind: 'route', id: route.id },
    engine,
    lines: [got, { ...source, kind: 'owed-by-engines', holder: engine, units: -units }],
    atMs: seen.atMs,
  });
}

/**
 * A reorg has permanently removed a pull whose money had been paid out: the payer's resulting debt
 * is lost. Null if the payer owes nothing.
 */
export function lostEntry(
  route: BookedRoute,
  posted: readonly Entry[],
  seen: { readonly transactionId: string; readonly atMs: number },
): Entry | null {
  const owed = [...netOf(posted, 'owed-to-payers').values()].filter(({ units }) => units > 0n);
  return entryOf({
    id: `${seen.transactionId}/lost/${roundOf(posted, 'lost')}`,
    kind: 'lost',
    chain: route.source.chain,
    transactionId: seen.transactionId,
    owner: { kind: 'route', id: route.id },
    engine: route.engine,
    lines: owed.flatMap((line) => [negated(line), { ...line, kind: 'losses' as const }]),
    atMs: seen.atMs,
  });
}

/**
 * An operator has written the route off: neither is the payer owed anything for it, nor does its
 * engine owe anything. The rest is a loss, or a gain. Null if nothing was owed.
 */
export function writtenOffEntry(
  route: BookedRoute,
  posted: readonly Entry[],
  atMs: number,
): Entry | null {
  const owed = [
    ...netOf(posted, 'owed-to-payers').values(),
    ...netOf(posted, 'owed-by-engines').values(),
  ];
  return entryOf({
    id: `${route.id}/written-off/${roundOf(posted, 'lost')}`,
    kind: 'lost',
    chain: route.source.chain,
    owner: { kind: 'route', id: route.id },
    engine: route.engine,
    lines: owed.flatMap((line) => [
      negated(line),
      { ...line, kind: 'losses' as const, holder: '' },
    ]),
    atMs,
  });
}

/** A payment of ours that was found on a chain and that the store did not know. */
export interface SeenPayment {
  readonly kind: 'payout' | 'refund';
  readonly role: AccountRole;
  readonly account: string;
  readonly chain: ChainRef;
  readonly token: string;
  readonly hash: string;
  readonly block: number;
  readonly logIndex: number;
  readonly units: bigint;
  readonly atMs: number;
}

export function foundEntry(route: BookedRoute, seen: SeenPayment): Entry | null {
  const { kind, role, account, chain, token, hash, block, logIndex, units, atMs } = seen;
  const paid =
    kind === 'refund' ? 'owed-to-payers' : route.credited === null ? 'capital' : 'conversion';
  return entryOf({
    id: `${route.id}/found/${hash}/${logIndex}`,
    kind: 'found',
    chain,
    block,
    txHash: hash,
    logIndex,
    owner: { kind: 'route', id: route.id },
    engine: route.engine,
    lines: [
      { ...holdingOf(role, chain, token, account), units: -units },
      route.ownFloat === undefined
        ? { kind: paid, chain, token, holder: '', units }
        : { ...holdingOf('float', chain, token, route.ownFloat), units },
      ...(kind === 'payout' ? servedFromFloat(route) : []),
    ],
    atMs,
  });
}

/**
 * A route that was credited before the books existed: its debts, and its engine's, were booked as
 * capital when its account was opened.
 */
export function underWayEntry(
  { id, source, credited, fee, engine }: BookedRoute,
  { hasHandedOver, atMs }: { readonly hasHandedOver: boolean; readonly atMs: number },
): Entry | null {
  const owed = credited ?? 0n;
  const handed = hasHandedOver && owed > fee ? owed - fee : 0n;
  const line = (kind: BooksKind, units: bigint, holder = ''): Line => ({
    ...source,
    kind,
    holder,
    units,
  });
  return entryOf({
    id: `${id}/opening`,
    kind: 'opening',
    chain: source.chain,
    owner: { kind: 'route', id },
    engine,
    lines: [
      line('owed-to-payers', -owed),
      line('owed-by-engines', handed, engine),
      line('capital', owed - handed),
    ],
    atMs,
  });
}

/** What the unreversed entries leave on accounts of that kind, by chain, token and holder. */
export function netOf(posted: readonly Entry[], kind: BooksKind): ReadonlyMap<string, Line> {
  const net = new Map<string, Line>();
  for (const line of posted.flatMap(({ lines }) => lines)) {
    if (line.kind !== kind) continue;
    const key = `${line.chain}/${line.token}/${line.holder}`;
    net.set(key, { ...line, units: (net.get(key)?.units ?? 0n) + line.units });
  }
  return net;
}

/** How many entries of that kind were reversed, so that the next one gets a new id. */
export function roundOf(posted: readonly Entry[], kind: Entry['kind']): number {
  const standing = standingEntries(posted).filter((one) => one.kind === kind).length;
  return posted.filter((one) => one.kind === kind).length - standing;
}

function negated(line: Line): Line {
  return { ...line, units: -line.units };
}
