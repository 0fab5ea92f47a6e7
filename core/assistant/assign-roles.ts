import { chainFromWire, type ChainRef, isMeshChain } from '@interline/kernel';
import type { IntentWord } from './read-words.ts';
import type { GivenFields } from './understanding.ts';

type Side = 'from' | 'to';

interface SideWords {
  readonly chains: ChainRef[];
  /** Symbols, or a token's address. */
  readonly tokens: string[];
  readonly accounts: string[];
  /** Names that a chain and a token share, where the text does not say which is meant. */
  readonly eitherOf: { readonly text: string; readonly chain: ChainRef }[];
}

/** Everything that an intent says, by role. Nothing is dropped: a word without a role is odd. */
export interface Roles {
  readonly amounts: string[];
  /** Amounts that are to arrive. They are asked about, since the service takes what is sent. */
  readonly outputs: string[];
  readonly from: SideWords;
  readonly to: SideWords;
  readonly odd: { readonly text: string; readonly beside: 'chain' | 'amount' | null }[];
}

/** The state of the sentence before a word. */
interface Speech {
  readonly side: Side | null;
  /** Whether a preposition still waits for its object, and what that must be. */
  readonly isOpen: boolean;
  readonly wants: 'token' | 'chain' | null;
}

/** Given fields stand beside what the text says, so that a contradiction shows as two values. */
export function assignRoles(words: readonly IntentWord[], given: GivenFields): Roles {
  const roles: Roles = {
    amounts: [],
    outputs: [],
    from: sideWords(given.fromChain, given.fromAddress),
    to: sideWords(given.toChain, given.toAddress),
    odd: [],
  };
  const spoken = words.filter(({ kind }) => kind !== 'filler');
  let side: Speech['side'] = null;
  let isOpen = false;
  let wants: Speech['wants'] = null;
  for (let at = 0; at < spoken.length; at += 1) {
    const word = spoken[at];
    const next = spoken[at + 1];
    switch (word?.kind) {
      case 'verb':
        [side, isOpen, wants] = [null, false, null];
        continue;
      case 'side':
        [side, isOpen, wants] = [word.side, true, word.wants];
        continue;
      case 'at':
        [isOpen, wants] = [true, 'chain'];
        continue;
      case 'chain-noun':
        // Before a number it says that the number is a chain; after a name it was used already.
        if (next?.kind === 'number') [isOpen, wants] = [true, 'chain'];
        continue;
      case 'number':
        if (pushNumber(roles, word.text, next, { side, isOpen, wants })) at += 1;
        break;
      case 'name':
        pushName(
          roles[side ?? 'from'],
          word,
          wants ?? (next?.kind === 'at' ? 'token' : next?.kind === 'chain-noun' ? 'chain' : null),
        );
        break;
      case 'account':
        pushAccount(roles, word.text, { side, isOpen, wants });
        break;
      case 'odd':
        roles.odd.push({
          text: word.text,
          beside: isOpen ? 'chain' : /\d/.test(word.text) ? 'amount' : null,
        });
        break;
      case 'filler':
      case undefined:
        continue;
    }
    [isOpen, wants] = [false, null];
  }
  settleEither(roles.from, given.fromToken !== undefined);
  settleEither(roles.to, given.toToken !== undefined);
  return roles;
}

/**
 * A number is an amount where a unit follows it or no chain is expected, else a chain's id. Returns
 * whether the next word is its unit.
 */
function pushNumber(
  roles: Roles,
  text: string,
  next: IntentWord | undefined,
  { side, isOpen, wants }: Speech,
): boolean {
  const isUnit =
    (next?.kind === 'name' && next.isSymbol) ||
    next?.kind === 'account' ||
    (next?.kind === 'odd' && !isOpen);
  if (!isUnit || wants === 'chain') {
    if (isOpen) pushChainId(roles, side ?? 'from', text);
    else roles.amounts.push(text);
    return false;
  }
  const isOutput = isOpen && side === 'to';
  (isOutput ? roles.outputs : roles.amounts).push(text);
  if (next.kind === 'odd') roles.odd.push({ text: next.text, beside: 'amount' });
  else roles[isOutput ? 'to' : 'from'].tokens.push(next.text);
  return true;
}

function pushChainId(roles: Roles, side: Side, text: string): void {
  const chain = chainFromWire(text);
  if (chain !== null && isMeshChain(chain)) roles[side].chains.push(chain);
  else roles.odd.push({ text, beside: 'chain' });
}

function pushName(
  side: SideWords,
  { text, chain, isSymbol }: IntentWord & { readonly kind: 'name' },
  wants: 'token' | 'chain' | null,
): void {
  if (chain === null || (isSymbol && wants === 'token')) side.tokens.push(text);
  else if (!isSymbol || wants === 'chain') side.chains.push(chain);
  else side.eitherOf.push({ text, chain });
}

/**
 * `as 0x...` is a token, right after `from` it is the payer; later on the source's side it is
 * ambiguous.
 */
function pushAccount(roles: Roles, text: string, { side, isOpen, wants }: Speech): void {
  if (wants === 'token') roles.to.tokens.push(text);
  else if (side !== 'from') roles.to.accounts.push(text);
  else if (isOpen) roles.from.accounts.push(text);
  else roles.odd.push({ text, beside: null });
}

/** A name of two meanings takes the one that its side still lacks, where it lacks only one. */
function settleEither({ chains, tokens, eitherOf }: SideWords, isTokenGiven: boolean): void {
  const [only, ...others] = eitherOf;
  const hasChain = chains.length > 0;
  const hasToken = tokens.length > 0 || isTokenGiven;
  if (only === undefined || others.length > 0 || hasChain === hasToken) return;
  if (hasToken) chains.push(only.chain);
  else tokens.push(only.text);
  eitherOf.length = 0;
}

function sideWords(chain: ChainRef | undefined, account: string | undefined): SideWords {
  return {
    chains: chain === undefined ? [] : [chain],
    tokens: [],
    accounts: account === undefined ? [] : [account],
    eitherOf: [],
  };
}
