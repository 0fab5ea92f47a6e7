import {
  chainFamily,
  type ChainRef,
  quoteOnlyReason,
  type TokenList,
  type TokenRef,
} from '@interline/kernel';
import { assignRoles, type Roles } from './assign-roles.ts';
import { shownChain } from './chain-names.ts';
import { decimalOf } from './decimal-units.ts';
import { readWords } from './read-words.ts';
import {
  settleAccount,
  settleAmount,
  settleChain,
  settleToken,
  shownWord,
} from './settle-fields.ts';
import {
  type Answer,
  clear,
  type GivenFields,
  missing,
  type Need,
  unclear,
  type Understanding,
} from './understanding.ts';

/**
 * Understands "move 5 USDC from Base to Arbitrum to 0x...". Every word must be understood: a word
 * that is not is asked about, never skipped.
 */
export type UnderstandTransfer = (text: string, given?: GivenFields) => Understanding;

export function understandTransfer(tokens: TokenList): UnderstandTransfer {
  const symbols = new Set(tokens.all.map(({ symbol }) => symbol.toLowerCase()));
  return (text, given = {}) => settle(assignRoles(readWords(text, symbols), given), given, tokens);
}

function settle(roles: Roles, given: GivenFields, tokens: TokenList): Understanding {
  const fromChain = settleChain(roles, 'from', tokens);
  const toChain = elsewhere(fromChain, settleChain(roles, 'to', tokens));
  const reason =
    fromChain.isClear && toChain.isClear
      ? quoteOnlyReason({ from: fromChain.value, to: toChain.value })
      : null;
  if (reason !== null) return { kind: 'unsupported', reason };
  const from = then(fromChain, (chain) => settleToken(roles, 'from', chain, given, tokens));
  const to = then(toChain, (chain) =>
    then<unknown, TokenRef>(isSameAsked(roles, given) ? from : toChain, () =>
      settleToken(roles, 'to', chain, given, tokens),
    ),
  );
  const amount = then(from, (token) => settleAmount(roles, token, given));
  const payer = then(fromChain, (chain) => settleAccount(roles, 'from', chain));
  const named = then(toChain, (chain) => settleAccount(roles, 'to', chain));
  // An account of one chain family means nothing on another, so the payer cannot be the recipient.
  const recipient =
    fromChain.isClear &&
    toChain.isClear &&
    named.isClear &&
    named.value === null &&
    chainFamily(fromChain.value) !== chainFamily(toChain.value)
      ? missing('toAddress', `who gets it on ${shownChain(toChain.value)}?`)
      : named;
  const words = settleOddWords(roles, fromChain.isClear && toChain.isClear);

  if (
    fromChain.isClear &&
    toChain.isClear &&
    from.isClear &&
    to.isClear &&
    amount.isClear &&
    payer.isClear &&
    recipient.isClear &&
    words.isClear
  ) {
    const lane = { from: fromChain.value, to: toChain.value };
    return {
      kind: 'transfer',
      transfer: {
        lane,
        from: from.value,
        to: to.value,
        amount: amount.value,
        payer: payer.value,
        recipient: recipient.value,
      },
    };
  }
  const [first, ...others] = needsOf([
    words,
    amount,
    fromChain,
    from,
    toChain,
    to,
    payer,
    recipient,
  ]);
  const understood = [
    ...(fromChain.isClear ? [`fromChain ${shownChain(fromChain.value)}`] : []),
    ...(from.isClear ? [`fromToken ${from.value.symbol}`] : []),
    ...(amount.isClear && from.isClear
      ? [`amount ${decimalOf(amount.value, from.value.decimals)}`]
      : []),
    ...(toChain.isClear ? [`toChain ${shownChain(toChain.value)}`] : []),
    ...(to.isClear ? [`toToken ${to.value.symbol}`] : []),
  ];
  const needs = [first ?? nothingRead, ...others] as const;
  return fromChain.isClear && toChain.isClear
    ? { kind: 'unclear', needs, understood, lane: { from: fromChain.value, to: toChain.value } }
    : { kind: 'unclear', needs, understood };
}

const nothingRead: Need = {
  field: 'intent',
  isMissing: false,
  question: 'what is to be moved?',
  candidates: [],
};

/** This service makes no transfer that stays on its chain. */
function elsewhere(from: Answer<ChainRef>, to: Answer<ChainRef>): Answer<ChainRef> {
  return from.isClear && to.isClear && from.value === to.value
    ? unclear(
        'toChain',
        `it is on ${shownChain(to.value)} already; which other chain is the destination?`,
      )
    : to;
}

/**
 * The next field, where this one is clear; else the question about this one.
 */
function then<T, U>(answer: Answer<T>, next: (value: T) => Answer<U>): Answer<U> {
  return answer.isClear ? next(answer.value) : answer;
}

/**
 * Whether neither text nor fields name the token that is to arrive: then it is the one that leaves.
 */
function isSameAsked({ to }: Roles, given: GivenFields): boolean {
  return to.tokens.length === 0 && given.toToken === undefined;
}

/**
 * Asks about words without a role. A word in the place of a chain, amount or token that is asked
 * about needs no question of its own.
 */
function settleOddWords({ odd }: Roles, areChainsClear: boolean): Answer<null> {
  const left = odd.filter(
    ({ beside }) => beside === null || (beside === 'chain' && areChainsClear),
  );
  if (left.length === 0) return clear(null);
  const shown = left.slice(0, 5).map(({ text }) => shownWord(text));
  return unclear(
    'intent',
    `not understood: ${shown.join(', ')}; say it as in "move 5 USDC from Base to Arbitrum to 0x..."`,
  );
}

function needsOf(answers: readonly Answer<unknown>[]): readonly Need[] {
  return [...new Set(answers.flatMap((answer) => (answer.isClear ? [] : [answer.need])))];
}
