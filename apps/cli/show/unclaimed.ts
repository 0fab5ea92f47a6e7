import type { BooksBalance } from '@interline/client';
import { inTokens } from './terminal.ts';

/** How money that came in is booked, for the help of the commands that show it. */
export const howItIsBooked = `
What an account holds when it is first compared with its chain is capital. What comes in later without a route,
your deposits too, is held and used as float, and stands in the books as unclaimed until you say what it was:
  interline books classify <chain> <role> <token> --of unclaimed --as capital --reason "<why>"
Look at "interline desk" first: what an unmatched pull brought is its payer's.
On Stellar, what the ledger locks for the account itself is in the books and not in what is held.`;

/** A line for each surplus that waits to be called something, with the command for it. */
export function unclaimedLines({ accounts }: BooksBalance): readonly string[] {
  return accounts
    .filter(({ account, units }) => account === 'unclaimed' && BigInt(units) > 0n)
    .map(({ chain, holder, role, former, unread, token, symbol, decimals, units }) => {
      const sum = `${inTokens(units, decimals, symbol)} on the ${role ?? '<role>'} of ${chain} came in without a route`;
      return unread
        ? `${sum}; an account there is stopped, and what it sent is still being read: wait, and look again once it runs`
        : `${sum}; if you sent it: interline books classify ${chain} ${role ?? '<role>'} ${token}${former ? ` --account ${holder}` : ''} --of unclaimed --as capital --reason "<why>"`;
    });
}
