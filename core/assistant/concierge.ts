import type { ChainRef, TokenList } from '@interline/kernel';
import type { Phrasing } from '@interline/ports';
import type { ServiceTerms, ServiceTermsView } from '../discovery/index.ts';
import { type AskAnswer, answerTransfer } from './answer-transfer.ts';
import { cataloguePassages } from './catalogue-passages.ts';
import { findPassages, type FindPassages, type Passage } from './find-passages.ts';
import type { PassageSearch } from './passage-search.ts';
import type { UnderstandTransfer } from './understand-transfer.ts';

/**
 * Answers questions about the service from its own tables, and turns a wish to move something into
 * a transfer. Never throws.
 */
export type AskQuestion = (question: string, signal: AbortSignal) => Promise<AskAnswer>;

/** Takes what only the edge knows: its endpoints and documents. */
export type Concierge = (edge: readonly Passage[]) => AskQuestion;

export interface ConciergeParts {
  readonly serviceTerms: ServiceTerms;
  readonly tokens: TokenList;
  /** The chains that this deployment serves. */
  readonly chains: readonly ChainRef[];
  readonly understand: UnderstandTransfer;
  readonly passageSearch: PassageSearch;
  readonly phrasing: Phrasing;
}

const unknown =
  'I do not know: nothing in this service\'s tables and documents answers that. I can tell about its chains, tokens, rails, fees, limits, errors and endpoints, and turn "move 5 USDC from Base to Arbitrum to 0x..." into a request.';

export function concierge(parts: ConciergeParts): Concierge {
  const { tokens, understand, phrasing } = parts;
  return (edge) => {
    // The terms are read and indexed once, with the first question.
    let terms: Promise<ServiceTermsView> | null = null;
    let find: Promise<FindPassages> | null = null;
    return async (question, signal) => {
      terms ??= parts.serviceTerms();
      const { quoteOnly } = await terms;
      const transfer = answerTransfer(understand(question), question, tokens, quoteOnly);
      if (transfer !== null) return transfer;
      find ??= indexed(parts, await terms, edge);
      const found = (await find)(withoutSums(question, tokens));
      const said = { understood: null, needs: [] } as const;
      if (found.length === 0) return { ...said, answer: unknown, sources: [] };
      const facts = found.map(({ text }) => text);
      const phrased = await phrasing.phrase(withoutSecrets(question), facts, signal);
      return {
        ...said,
        answer: phrased !== null && isFaithful(phrased, facts) ? phrased : facts.join(' '),
        sources: found.map(({ kind, id }) => ({ kind, id })),
      };
    };
  };
}

async function indexed(
  { tokens, chains, passageSearch }: ConciergeParts,
  terms: ServiceTermsView,
  edge: readonly Passage[],
): Promise<FindPassages> {
  const catalogue = cataloguePassages({ terms, tokens, chains });
  return findPassages(passageSearch, [...catalogue, ...edge]);
}

/**
 * Without the figure in "100 USDC": it is the asker's own, so a passage that has the same figure is
 * not about it.
 */
function withoutSums(question: string, tokens: TokenList): string {
  const symbols = new Set(tokens.all.map(({ symbol }) => symbol.toLowerCase()));
  const words = question.split(/\s+/);
  return words
    .filter((word, at) => {
      const next = (words[at + 1] ?? '').toLowerCase().replace(/[?!.,;:]+$/, '');
      return !(/^\d[\d.,]*$/.test(word) && symbols.has(next));
    })
    .join(' ');
}

/**
 * What leaves the service holds no account, API key, secret or record's id: each of these is all it
 * takes to use what it names.
 */
function withoutSecrets(question: string): string {
  return question.replace(/[0-9A-Za-z:_+/=]{26,}/g, '(account)');
}

const mostPhrasedCharacters = 1_500;

/**
 * Whether a phrased answer adds nothing to the facts that could cost money: no figure, code or
 * account that they lack, and no link.
 */
function isFaithful(phrased: string, facts: readonly string[]): boolean {
  if (
    phrased.trim() === '' ||
    phrased.length > mostPhrasedCharacters ||
    /[\p{Cc}\p{Cf}]/u.test(phrased.replace(/\n/g, ' ')) ||
    /:\/\/|\bwww\.|@|\]\(/i.test(phrased)
  )
    return false;
  const known = new Set(facts.flatMap(tellingWords));
  return tellingWords(phrased).every((word) => known.has(word));
}

/** Figures, codes, accounts and everything else that is not a plain word. */
function tellingWords(text: string): readonly string[] {
  return (text.match(/[\p{L}\p{N}_.,/{}-]+/gu) ?? [])
    .map((word) => word.replace(/^[.,-]+|[.,-]+$/g, ''))
    .filter((word) => /[\d_/{}]|\p{L}\.\p{L}/u.test(word) || word.length > 24);
}
