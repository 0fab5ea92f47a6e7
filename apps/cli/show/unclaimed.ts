import type { BooksBalance } from '@interline/client';
import { inTokens } from './terminal.ts';

/** How money that came in is booked, for the help of the commands that show it. */
export const howItIsBooked = `
What an account holds when it is first compared with its chain is capital. What comes in later without a route,
your deposits too, is held and used as float, and stands in the books as unclaimed until you say what it was:
  interline books classify <chain> <role> <token> --of unclaimed --as capital --reason "<why>"
Look at "interline desk" first: what an unmatched pull brought is its payer's.`;

/** A line for each surplus that waits to be called something, with the command for it. */
export function unclaimedLines({ accounts }: BooksBalance): readonly string[] {
  return accounts
    .filter(({ account, units }) => account === 'unclaimed' && BigInt(units) > 0n)
    .map(({ chain, holder, token, symbol, decimals, units }) => {
      const role = roleOf(accounts, holder);
      return `${inTokens(units, decimals, symbol)} on the ${role} of ${chain} came in without a route; if you sent it: interline books classify ${chain} ${role} ${token} --of unclaimed --as capital --reason "<why>"`;
    });
}

/** Tokens on a float account are booked as float, on a spender as in transit. */
function roleOf(accounts: BooksBalance['accounts'], holder: string): string {
  const kinds = accounts.filter((one) => one.holder === holder).map(({ account }) => account);
  if (kinds.includes('float')) return 'float';
  return kinds.includes('transit') ? 'spender' : '<role>';
}
