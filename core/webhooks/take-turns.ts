import type { DueDelivery, WebhookReads, WebhookStore } from './repository.ts';

export interface DueSearch {
  readonly nowMs: number;
  /** Most deliveries to find. */
  readonly limit: number;
  /** Most under way and found for one host that answers: not all of its last three tries were lost. */
  readonly perHost: number;
  /** Most under way and found for all other hosts together; one for each of them. */
  readonly silentLimit: number;
  /** What was found before and is not over. */
  readonly underWay: readonly DueDelivery[];
}

/** Waiting deliveries that are due, in the order in which they were given their places. */
export type FindDue = (search: DueSearch) => Promise<readonly DueDelivery[]>;

/** Owners and lines that one look reads: however many wait, it costs the same. */
const ownersAtOnce = 64;
const linesAtOnce = 256;
/** Of those of hosts that answer, so many are read beyond their heads. */
const linesFilled = 64;
/** Retries are in no line while they wait; so many that have become due are found without one. */
const outOfLineAtOnce = 512;
const linedUpAtOnce = 2_000;
/** Owners whose last turn is remembered. */
const mostRemembered = 10_000;

/**
 * Each place goes to the owner that was served longest ago, whatever others have due; within an
 * owner, first tries go before repeated ones, and what has been due for longer before the rest. The
 * turns are this process's own: after a start all owners are equal.
 */
export function takeTurns(store: Pick<WebhookStore, 'run' | 'reads'>): FindDue {
  const { webhooks } = store.reads;
  const turns = lastTurns();
  const look = lookOut(webhooks);
  return async (search) => {
    const { nowMs, limit, perHost } = search;
    const outOfLine = await webhooks.dueOutOfLine(nowMs, outOfLineAtOnce);
    if (outOfLine.length === outOfLineAtOnce)
      await store.run('line-up-deliveries', (tx) => tx.webhooks.lineUp(nowMs, linedUpAtOnce));
    const places = placesLeft(search);
    const heads = await look(places);
    // A host that answers has several places: more of its line.
    const answering = heads
      .filter(({ isSilent }) => !isSilent)
      .toSorted((a, b) => turns.of(a.owner) - turns.of(b.owner));
    const behind =
      limit === 1
        ? []
        : await webhooks.deliveriesInLines({
            of: answering.slice(0, linesFilled),
            perLine: perHost,
            notIds: [...places.taken],
          });
    const due = [...outOfLine, ...heads, ...behind].filter(
      (one) => one.dueAtMs <= nowMs && !places.taken.has(one.id),
    );
    return inTurn(due, places, { most: limit, turns });
  };
}

interface Places {
  readonly taken: ReadonlySet<string>;
  /** Hosts that have no place left. */
  readonly full: ReadonlySet<string>;
  readonly has: (delivery: DueDelivery) => boolean;
  readonly take: (delivery: DueDelivery) => void;
}

function placesLeft({ perHost, silentLimit, underWay }: DueSearch): Places {
  const taken = new Set<string>();
  const byHost = new Map<string, number>();
  const full = new Set<string>();
  let silent = 0;
  const most = ({ isSilent }: DueDelivery): number => (isSilent ? 1 : perHost);
  const has = (one: DueDelivery): boolean =>
    (byHost.get(one.host) ?? 0) < most(one) && (!one.isSilent || silent < silentLimit);
  const take = (one: DueDelivery): void => {
    taken.add(one.id);
    if (one.isSilent) silent += 1;
    const count = (byHost.get(one.host) ?? 0) + 1;
    byHost.set(one.host, count);
    if (count >= most(one)) full.add(one.host);
  };
  underWay.forEach(take);
  return { taken, full, has, take };
}

interface Turns {
  /** The number of the owner's last turn; 0 where it had none. */
  of(owner: string): number;
  next(owner: string): void;
}

function lastTurns(): Turns {
  const numbers = new Map<string, number>();
  let last = 0;
  return {
    of: (owner) => numbers.get(owner) ?? 0,
    next(owner) {
      last += 1;
      // Set anew, so that the one served longest ago is the first to be forgotten.
      numbers.delete(owner);
      numbers.set(owner, last);
      for (const [oldest] of numbers) {
        if (numbers.size <= mostRemembered) break;
        numbers.delete(oldest);
      }
    },
  };
}

/** Gives the places away one by one, and counts the turns. */
function inTurn(
  free: readonly DueDelivery[],
  places: Places,
  { most, turns }: { readonly most: number; readonly turns: Turns },
): readonly DueDelivery[] {
  const waiting = new Map<string, DueDelivery[]>();
  for (const one of free.toSorted(byOrder)) {
    const own = waiting.get(one.owner);
    if (own === undefined) waiting.set(one.owner, [one]);
    else own.push(one);
  }
  const found: DueDelivery[] = [];
  while (found.length < most) {
    let first: DueDelivery | null = null;
    for (const [owner, own] of waiting) {
      const at = own.findIndex(places.has);
      const next = own[at];
      if (next === undefined) waiting.delete(owner);
      else if (first === null || turns.of(owner) < turns.of(first.owner)) first = next;
    }
    if (first === null) break;
    const { id, owner } = first;
    waiting.set(
      owner,
      (waiting.get(owner) ?? []).filter((one) => one.id !== id),
    );
    places.take(first);
    turns.next(owner);
    found.push(first);
  }
  return found;
}

function byOrder(a: DueDelivery, b: DueDelivery): number {
  if (a.isRepeated !== b.isRepeated) return a.isRepeated ? 1 : -1;
  return a.dueAtMs - b.dueAtMs || (a.id < b.id ? -1 : 1);
}

/**
 * The heads of some lines. Where there are more owners, or an owner has more lines, than one look
 * reads, the next look goes on behind them.
 */
function lookOut(
  webhooks: Pick<WebhookReads, 'ownersInLine' | 'lines'>,
): (places: Pick<Places, 'taken' | 'full'>) => Promise<readonly DueDelivery[]> {
  let lastOwner = '';
  /** Of owners with more lines than a look reads, the host up to which they were read. */
  let lastHosts = new Map<string, string>();
  const nextOwners = async (): Promise<readonly string[]> => {
    const behind = await webhooks.ownersInLine(lastOwner, ownersAtOnce);
    if (lastOwner === '' || behind.length === ownersAtOnce) return behind;
    const fromStart = await webhooks.ownersInLine('', ownersAtOnce - behind.length);
    return [...behind, ...fromStart.filter((owner) => owner <= lastOwner)];
  };
  return async ({ taken, full }) => {
    const owners = await nextOwners();
    lastOwner = owners.length < ownersAtOnce ? '' : (owners.at(-1) ?? '');
    if (owners.length === 0) return [];
    const perOwner = Math.ceil(linesAtOnce / owners.length);
    const lines = await webhooks.lines({
      behind: owners.map((owner) => ({ owner, host: lastHosts.get(owner) ?? '' })),
      perOwner,
      notIds: [...taken],
      notHosts: [...full],
    });
    const read = Map.groupBy(lines, ({ owner }) => owner);
    for (const owner of owners) {
      const own = read.get(owner) ?? [];
      if (own.length < perOwner) lastHosts.delete(owner);
      else lastHosts.set(owner, own.at(-1)?.host ?? '');
    }
    if (lastHosts.size > mostRemembered) lastHosts = new Map();
    return lines.flatMap(({ head }) => head ?? []);
  };
}
