import { type ChainRef, finalityOf, faultInLog } from '@interline/kernel';
import type { AddressReading } from '@interline/ports';
import { depositTerms } from '../../switches/index.ts';
import { portsOf, type TransferPorts } from '../ports.ts';
import { StaleRoute, type UnseenDue } from '../repository.ts';
import { bookLoss } from './book-loss.ts';
import { type Deposit, isClosed, type SeenOutput } from './deposit.ts';
import { drawIndex, indicesInAll } from './draw-index.ts';
import { keepSeen, watchedOf } from './look-at-deposit.ts';
import { sendRefunds } from './send-refunds.ts';

const pageSize = 200;

/** Interval of the sweep. */
export const sweepEveryMs = 10_000;

/** Deposits that may never settle are looked at in turn from this long after their expiry. */
const idleAfterMs = 24 * 3_600_000;

/**
 * Looks at every address ever issued: a deposit may arrive at any time, and a paid-out one may be
 * taken back. Open routes get a job; arrivals at other addresses are refunded. Addresses cost their
 * callers nothing, so settled ones, and those that got no payment while it was expected, are read
 * once in ten minutes.
 */
export async function sweepDeposits(ports: TransferPorts, signal: AbortSignal): Promise<void> {
  for (const chain of ports.deposits.chains) {
    await drawAhead(ports, chain, signal);
    for (let after: number | null = -1; after !== null && !signal.aborted;)
      after = await sweepPage(ports, chain, after, signal);
  }
}

/** Looks at a page and resolves to the start of the next one; null after the last. */
async function sweepPage(
  ports: TransferPorts,
  chain: ChainRef,
  after: number,
  signal: AbortSignal,
): Promise<number | null> {
  let next: number | null = null;
  try {
    const due = unseenDue(ports);
    const all = await ports.store.reads.transfers.depositsFrom(chain, after, pageSize, due);
    // A page that cannot be read does not hide the pages after it.
    next = all.length < pageSize ? null : (all.at(-1)?.index ?? null);
    const page = all.filter((one) => isDue(ports, one, due));
    if (page.length === 0) return next;
    const { addresses } = await ports.deposits.seenAt(chain, page.map(watchedOf), signal);
    for (const [index, deposit] of page.entries()) {
      const reading = addresses[index];
      if (reading !== undefined) await sweepOne(ports, deposit, reading, signal);
    }
  } catch (error) {
    postpone(ports, { chain }, error);
  }
  return next;
}

/** Watches new addresses here, so that no request waits for it. */
async function drawAhead(
  ports: TransferPorts,
  chain: ChainRef,
  signal: AbortSignal,
): Promise<void> {
  try {
    await ports.deposits.drawAhead(chain, drawIndex(ports.entropy), signal);
  } catch (error) {
    postpone(ports, { chain }, error);
  }
}

/**
 * The due addresses at which nothing was seen. Indices are random, so each turn takes a range of
 * them.
 */
function unseenDue({ clock, policy }: Pick<TransferPorts, 'clock' | 'policy'>): UnseenDue {
  const nowMs = clock.now();
  const { idleSweeps, lockMs } = depositTerms(policy);
  const turn = Math.floor(nowMs / sweepEveryMs) % idleSweeps;
  const from = Math.ceil((turn * indicesInAll) / idleSweeps);
  const below = Math.ceil(((turn + 1) * indicesInAll) / idleSweeps);
  return { nowMs, lockMs, turn: { from, below } };
}

function isDue(
  { policy }: Pick<TransferPorts, 'policy'>,
  one: Deposit,
  { nowMs, turn: { from, below } }: UnseenDue,
): boolean {
  return (one.index >= from && one.index < below) || !isSettled(policy, one, nowMs);
}

/**
 * Nothing more is expected: everything it brought is used and too deep for a reorg, and its refunds
 * are mined. A refund that waits for an operator counts as settled after a while.
 */
function isSettled(policy: TransferPorts['policy'], deposit: Deposit, nowMs: number): boolean {
  const { chain, outputs, refunds, expiresAtMs } = deposit;
  const isOld = nowMs > expiresAtMs + idleAfterMs;
  const { finalDepth } = finalityOf(policy.finality, chain);
  const isFinal = ({ use, isGone, confirmations }: SeenOutput): boolean =>
    use === null || isGone ? isOld : confirmations > finalDepth;
  return (
    isClosed(deposit) &&
    outputs.length > 0 &&
    outputs.every(isFinal) &&
    refunds.every(({ state }) => state === 'done' || (state === 'held' && isOld))
  );
}

async function sweepOne(
  given: TransferPorts,
  before: Deposit,
  reading: AddressReading,
  signal: AbortSignal,
): Promise<void> {
  try {
    const route = await given.store.reads.transfers.route(before.routeId);
    const ports = route === null ? null : portsOf(given, route);
    if (route === null || ports === null) return;
    if (route.phase !== 'ended') {
      if (reading.outputs.length === 0 && before.outputs.length === 0) return;
      await ports.store.run('deposit-job', (tx) =>
        tx.jobs.enqueue({
          kind: 'advance-route',
          subject: route.id,
          runAtMs: ports.clock.now(),
        }),
      );
      return;
    }
    const deposit = await keepSeen(ports, route, before, reading);
    await bookLoss(ports, route, deposit);
    await sendRefunds(
      ports,
      route,
      (await ports.store.reads.transfers.deposit(route.id)) ?? deposit,
      signal,
    );
  } catch (error) {
    postpone(given, { routeId: before.routeId }, error);
  }
}

/** Another worker was faster, or a chain does not respond: the next sweep retries. */
function postpone(
  { log }: Pick<TransferPorts, 'log'>,
  of: { readonly chain: string } | { readonly routeId: string },
  error: unknown,
): void {
  if (error instanceof StaleRoute) return;
  log.warn('deposit-sweep-postponed', { ...of, ...faultInLog(error) });
}
