import { setTimeout } from 'node:timers/promises';
import { type Client, type RouteReceipt, waitOut } from '@interline/client';
import { depositWords } from '../show/deposit-words.ts';
import type { Terminal } from '../show/terminal.ts';

/** What was seen in time may confirm and be delivered long after. */
const afterExpiryMs = 24 * 3_600_000;
/** Without a deposit to pay to, such as until an operator funds the route. */
const withoutDepositMs = 2 * 3_600_000;

/** Blocks take minutes, and several terminals share one client's limit. */
const waitingEveryMs = 4_000;
/** The payout that follows takes seconds. */
const payingEveryMs = 1_000;
/** Nothing came while its price was locked: the service itself looks seldom from then on. */
const idleEveryMs = 20_000;

export interface DepositNews {
  readonly at: string;
  readonly says: string;
}

/**
 * Reads the status until the route ends, waits for a refund address, or no deposit of it counts any
 * more; tells each change, confirmations included, and once that the service cannot answer for now.
 * Answers the last receipt.
 */
export async function followDeposit(
  client: Pick<Client, 'status'>,
  first: RouteReceipt,
  onChange: (news: DepositNews, receipt: RouteReceipt) => void,
  everyMs: (receipt: RouteReceipt) => number = usualEveryMs,
): Promise<RouteReceipt> {
  let receipt = first;
  let told = '';
  let readMs = performance.now();
  const startedMs = Date.now();
  for (;;) {
    const says = depositWords(receipt);
    const isNews = says !== told;
    if (isNews) onChange({ at: `${receipt.elapsedSec} s`, says }, receipt);
    told = says;
    if (isOver(receipt) || Date.now() > untilMs(receipt, startedMs)) return receipt;
    // A service that holds no read back answers at once.
    if (!isNews) await setTimeout(Math.max(0, everyMs(receipt) + readMs - performance.now()));
    const last = receipt;
    readMs = performance.now();
    const waitSec = Math.ceil(everyMs(last) / 1_000);
    receipt = await waitOut(() => client.status(last.id, { waitSec }), {
      untilMs: performance.now() + untilMs(last, startedMs) - Date.now(),
      isKnown: true,
      onWait: (error, waitMs) => onChange(waitNews(error, waitMs), last),
    });
  }
}

/** Says once that the service cannot say how a route stands, and is asked again. */
export function showWait(out: Pick<Terminal, 'step'>, error: Error, waitMs: number): void {
  const { at, says } = waitNews(error, waitMs);
  out.step(at, says);
}

function waitNews({ message }: Error, waitMs: number): DepositNews {
  return {
    at: 'waiting',
    says: `${message.replace(/\.$/, '')}; the route goes on by itself, and is read again in ${Math.ceil(waitMs / 1_000)} s`,
  };
}

function usualEveryMs({ status, stage, deposit }: RouteReceipt): number {
  if (status !== 'AWAITING_DEPOSIT') return stage === 'CONFIRMING' ? waitingEveryMs : payingEveryMs;
  const isIdle = (deposit?.total?.parts ?? 0) === 0 && Date.now() > (deposit?.lockedUntil ?? 0);
  return deposit !== undefined && isIdle ? idleEveryMs : waitingEveryMs;
}

/** It ended, or goes on only once somebody names an address. */
function isOver({ status, stage }: RouteReceipt): boolean {
  return status === 'DONE' || status === 'FAILED' || stage === 'REFUND_HELD';
}

function untilMs({ deposit }: RouteReceipt, startedMs: number): number {
  return deposit?.expiresAt === undefined
    ? startedMs + withoutDepositMs
    : deposit.expiresAt + afterExpiryMs;
}
