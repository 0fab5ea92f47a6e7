import type { AccountEntry } from './ledger-entries.ts';

/** 0.5 XLM in stroops, the base reserve of the public network. */
export const baseReserve = 5_000_000n;

/** The most subentries an account can have, since protocol 11. */
const mostSubentries = 1_000;

/** What an account can spend, in stroops; negative when fees took it below its reserve. */
export function spendableOf(account: AccountEntry): bigint {
  return account.balance - reserveOf(account);
}

/** Whether the account can pay for one more subentry, or why not. */
export function roomForSubentry(account: AccountEntry): 'yes' | 'low reserve' | 'too many' {
  if (account.subentries >= mostSubentries) return 'too many';
  return spendableOf(account) >= baseReserve ? 'yes' : 'low reserve';
}

/** What an account must keep, in stroops: two reserves, and one for each entry it pays for. */
function reserveOf(account: AccountEntry): bigint {
  return BigInt(2 + account.subentries + account.sponsoring) * baseReserve;
}
