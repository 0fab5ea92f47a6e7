import type { DepositTerms } from '../switches/index.ts';

/** What becomes of a deposit that is not the agreed one, a sentence each. */
export interface DepositRules {
  readonly more: string;
  readonly less: string;
  readonly second: string;
  readonly late: string;
  readonly unpaid: string;
}

/** As `core/transfer/deposit` does it; its README has the whole table. */
export function depositRules({
  lockMs,
  expiresMs,
  unpaidPerClient,
}: Pick<DepositTerms, 'lockMs' | 'expiresMs' | 'unpaidPerClient'>): DepositRules {
  const minutes = Math.round(lockMs / 60_000);
  const hours = Math.round(expiresMs / 3_600_000);
  return {
    more: 'More than was agreed is delivered at the same price as far as our float serves it and the market has not fallen; the rest goes back.',
    less: `Less than was agreed waits for further parts for ${hours} h, which are summed; where it is still too little then, all of it goes back.`,
    second: 'What comes to the address after its transfer was paid for goes back.',
    late: `What is first seen more than ${minutes} minutes after the address was issued has the price of its first block, where that brings the agreed minimum; what comes after ${hours} h goes back. An address that is issued without a lock (lockedUntil null), as more waits to be paid than may be locked, has that price too: a lower minOut leaves it room.`,
    unpaid: `One client may have ${unpaidPerClient} unpaid deposits at a time.`,
  };
}
