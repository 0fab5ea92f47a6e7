import { setTimeout } from 'node:timers/promises';
import type { Client, RouteReceipt } from '@interline/client';
import { depositWords } from '../show/deposit-words.ts';

/** What was seen in time may confirm and be delivered long after. */
const afterExpiryMs = 24 * 3_600_000;
/** Without a deposit to pay to, such as until an operator funds the route. */
const withoutDepositMs = 2 * 3_600_000;

/** Blocks take minutes, and the service reads an address once a second at most. */
const usualEveryMs = 1_000;

export interface DepositNews {
  readonly at: string;
  readonly says: string;
}

/**
 * Reads the status until the route ends, waits for a refund address, or no deposit of it counts any
 * more; tells each change, confirmations included. Answers the last receipt.
 */
export async function followDeposit(
  client: Pick<Client, 'status'>,
  first: RouteReceipt,
  onChange: (news: DepositNews, receipt: RouteReceipt) => void,
  everyMs = usualEveryMs,
): Promise<RouteReceipt> {
  let receipt = first;
  let told = '';
  const startedMs = Date.now();
  for (;;) {
    const says = depositWords(receipt);
    if (says !== told) onChange({ at: `${receipt.elapsedSec} s`, says }, receipt);
    told = says;
    if (isOver(receipt) || Date.now() > untilMs(receipt, startedMs)) return receipt;
    await setTimeout(everyMs);
    receipt = await client.status(receipt.id);
  }
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
