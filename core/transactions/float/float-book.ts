import type { Book, TokenRef } from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';

/** The float's holding of the token. */
export function floatBook(
  custody: Pick<CustodyPort, 'account'>,
  { chain, address }: Pick<TokenRef, 'chain' | 'address'>,
): Book {
  return { chain, account: custody.account(chain, 'float'), token: address };
}
