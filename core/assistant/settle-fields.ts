import {
  type Amount,
  asAmount,
  type ChainRef,
  maxUint256,
  type TokenList,
  type TokenRef,
} from '@interline/kernel';
import { isAccountOn } from './read-words.ts';
import type { Roles } from './assign-roles.ts';
import { namedChains, shownChain } from './chain-names.ts';
import { decimalOf, unitsOfDecimal } from './decimal-units.ts';
import { type Answer, clear, type GivenFields, missing, unclear } from './understanding.ts';

type Side = 'from' | 'to';

const sideNoun = { from: 'source', to: 'destination' } as const;

export function settleChain(roles: Roles, side: Side, tokens: TokenList): Answer<ChainRef> {
  const field = side === 'from' ? 'fromChain' : 'toChain';
  const [either] = roles[side].eitherOf;
  const [found, ...others] = distinct(roles[side].chains);
  if (others.length > 0)
    return unclear(
      field,
      `is the ${sideNoun[side]} ${distinct(roles[side].chains).map(shownChain).join(' or ')}?`,
      distinct(roles[side].chains).map(shownChain),
    );
  if (either !== undefined)
    return unclear(
      field,
      `is ${either.text} the ${sideNoun[side]}'s chain, ${shownChain(either.chain)}, or its token?`,
      [`${side}Chain ${shownChain(either.chain)}`, `${side}Token ${either.text}`],
    );
  if (found !== undefined) return clear(found);
  const stranger = roles.odd.find(({ beside }) => beside === 'chain');
  const candidates = namedChains
    .filter(({ chain }) => tokens.on(chain).length > 0)
    .map(({ chain }) => shownChain(chain));
  if (stranger !== undefined)
    return unclear(field, `which chain is ${shownWord(stranger.text)}?`, candidates);
  return missing(field, `which chain is the ${sideNoun[side]}?`, candidates);
}

export function settleToken(
  roles: Roles,
  side: Side,
  chain: ChainRef,
  given: GivenFields,
  tokens: TokenList,
): Answer<TokenRef> {
  const field = side === 'from' ? 'fromToken' : 'toToken';
  const there = `on ${shownChain(chain)}`;
  const listed = tokens.on(chain);
  const every = listed.map(({ symbol }) => symbol);
  const stranger = side === 'from' ? roles.odd.find(isTokenLike) : undefined;
  if (stranger !== undefined)
    return unclear(
      field,
      `${shownWord(stranger.text)} is not a token that this service knows ${there}; which one?`,
      every,
    );
  // The destination gets the token that the source sends, unless the text names another.
  const written = distinct(
    (side === 'to' && roles.to.tokens.length === 0 && given.toToken === undefined
      ? roles.from.tokens
      : roles[side].tokens
    ).map(lower),
  );
  if (written.length > 1)
    return unclear(field, `which token ${there}: ${written.map(shownWord).join(' or ')}?`, written);
  // Without a token on the chain there is no candidate to ask about.
  if (every.length === 0)
    return unclear(field, `this service knows no token ${there}; which other chain?`);
  const names = [...written, ...(given[field] === undefined ? [] : [lower(given[field])])];
  if (names.length === 0) return missing(field, `which token ${there}?`, every);
  const found = listed.filter((token) => names.every((name) => isCalled(token, name)));
  const [only, ...more] = found;
  if (only === undefined)
    return unclear(
      field,
      `${names.map(shownWord).join(' and ')} is not a token that this service knows ${there}; which one?`,
      every,
    );
  if (more.length > 0)
    return unclear(
      field,
      `${only.symbol} names several tokens ${there}: which address?`,
      found.map(({ symbol, address }) => `${symbol} ${address}`),
    );
  return clear(only);
}

export function settleAmount(roles: Roles, token: TokenRef, given: GivenFields): Answer<Amount> {
  const [text, ...others] = roles.amounts;
  const odd = roles.odd.find((word) => word.beside === 'amount' && isAmountLike(word.text));
  if (roles.outputs.length > 0)
    return unclear(
      'amount',
      `how much is to be sent? The text says what is to arrive (${roles.outputs.join(', ')})`,
    );
  if (odd !== undefined)
    return unclear(
      'amount',
      `what is ${shownWord(odd.text)}? Write the amount in digits with a point, such as 1000 or 0.25`,
    );
  if (others.length > 0)
    return unclear('amount', `which amount: ${[text, ...others].join(' or ')}?`, [
      text ?? '',
      ...others,
    ]);
  if (text === undefined)
    return given.amount === undefined
      ? missing('amount', `how much ${token.symbol}?`)
      : clear(given.amount);
  const read = unitsOfDecimal(text, token.decimals);
  if (read.kind === 'too-fine')
    return unclear(
      'amount',
      `${token.symbol} has ${token.decimals} decimals, and ${text} has more; how much?`,
    );
  if (read.kind === 'no-decimal' || read.units > maxUint256)
    return unclear(
      'amount',
      `${shownWord(text)} is not an amount; write it in digits with a point, such as 1000 or 0.25`,
    );
  if (read.units === 0n)
    return unclear('amount', `how much ${token.symbol}? Nothing cannot be moved`);
  const isAgreed = given.amount === undefined || given.amount === read.units;
  return isAgreed
    ? clear(asAmount(read.units))
    : unclear(
        'amount',
        `is it the text's amount or the field's, which is ${decimalOf(given.amount, token.decimals)} ${token.symbol}?`,
      );
}

/** The payer or the recipient; null where the text names none. */
export function settleAccount(roles: Roles, side: Side, chain: ChainRef): Answer<string | null> {
  const field = side === 'from' ? 'fromAddress' : 'toAddress';
  const who = side === 'from' ? 'payer' : 'recipient';
  const { accounts } = roles[side];
  const [first] = accounts;
  if (first === undefined) return clear(null);
  const stranger = accounts.find((account) => !isAccountOn(chain, account));
  if (stranger !== undefined)
    return unclear(
      field,
      `the ${who} ${shownWord(stranger)} is not an account on ${shownChain(chain)}; which one?`,
    );
  if (
    distinct(accounts.map((account) => (account.startsWith('0x') ? lower(account) : account)))
      .length > 1
  ) {
    return unclear(field, `who is the ${who}: ${accounts.join(' or ')}?`, accounts);
  }
  return clear(first);
}

/** Whether the word stands where a token was expected. */
function isTokenLike({ text, beside }: Roles['odd'][number]): boolean {
  return beside === 'amount' && !isAmountLike(text);
}

function isAmountLike(text: string): boolean {
  return /\d/.test(text);
}

function isCalled(token: TokenRef, name: string): boolean {
  return lower(token.symbol) === name || lower(token.address) === name;
}

/** A long word is not repeated: it may be something that was pasted by mistake. */
export function shownWord(text: string): string {
  return text.length > 66 ? `one of ${text.length} characters` : JSON.stringify(text);
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}

function lower(text: string): string {
  return text.toLowerCase();
}
