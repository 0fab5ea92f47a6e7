import { errorEntry, isPullable, type TokenList } from '@interline/kernel';
import type { Phrasing } from '@interline/ports';
import { chainName } from './chain-names.ts';
import { type Finding, type Passage, type PassageIndex, passageIndex } from './passage-index.ts';
import { isFaithful, withoutAccounts } from './phrasing-guard.ts';
import type { UnderstandTransfer } from './understand-transfer.ts';
import type { Need, UnderstoodTransfer } from './understanding.ts';
import { writeSentence } from './write-sentence.ts';

export interface AskAnswer {
  readonly answer: string;
  /** What the answer was taken from; empty where the service does not know. */
  readonly sources: readonly Pick<Passage, 'kind' | 'id'>[];
  /** The transfer that the text asks for, where it asks for one. */
  readonly understood: { readonly transfer: UnderstoodTransfer; readonly sentence: string } | null;
  /** What must be said before it is one. */
  readonly needs: readonly Need[];
}

/**
 * Answers questions about the service out of its own tables, and turns a wish to move something
 * into a transfer. Never throws.
 */
export type AskQuestion = (question: string, signal: AbortSignal) => Promise<AskAnswer>;

export interface AskQuestionParts {
  readonly understand: UnderstandTransfer;
  readonly tokens: TokenList;
  /** Asked for once, with the first question. */
  readonly passages: () => Promise<readonly Passage[]>;
  readonly phrasing: Phrasing;
}

/**
 * Shares of the question's weight that the passages must have between them, and the best one alone:
 * below they are about something else.
 */
const leastKnown = 0.5;
const leastInBest = 0.4;
const mostSources = 3;
/** A passage that scores lower beside the best one adds nothing to it. */
const leastBesideBest = 0.65;

const agent = { kind: 'endpoint', id: 'POST /api/agent/do' } as const;
const unknown =
  'I do not know: nothing in this service\'s tables and documents answers that. I can tell about its chains, tokens, rails, fees, limits, errors and endpoints, and turn "move 5 USDC from Base to Arbitrum to 0x..." into a request.';

export function askQuestion({
  understand,
  tokens,
  passages,
  phrasing,
}: AskQuestionParts): AskQuestion {
  const symbols = [...new Set(tokens.all.map(({ symbol }) => symbol.toLowerCase()))];
  let index: Promise<PassageIndex> | null = null;
  return async (question, signal) => {
    const transfer = answerTransfer(question, understand, tokens);
    if (transfer !== null) return transfer;
    index ??= passages().then(passageIndex);
    const found = relevant((await index)(withoutSums(question, symbols), mostSources));
    if (found.length === 0) return { ...nothing, answer: unknown };
    const facts = found.map(({ passage }) => passage.text);
    const phrased = await phrasing.phrase(withoutAccounts(question), facts, signal);
    const answer = phrased !== null && isFaithful(phrased, facts) ? phrased : facts.join(' ');
    return {
      ...nothing,
      answer,
      sources: found.map(({ passage: { kind, id } }) => ({ kind, id })),
    };
  };
}

const nothing = { sources: [], understood: null, needs: [] } as const;

/**
 * Without the figure in "100 USDC": it is the asker's own, no passage is about it, and one that
 * holds it by chance is no better.
 */
function withoutSums(question: string, symbols: readonly string[]): string {
  const words = question.split(/\s+/);
  return words
    .filter(
      (word, at) =>
        !(
          /^\d[\d.,]*$/.test(word) &&
          symbols.includes((words[at + 1] ?? '').toLowerCase().replace(/[?!.,;:]+$/, ''))
        ),
    )
    .join(' ');
}

/** The best passages, or none where too little of the question is in them. */
function relevant({ found, weights }: ReturnType<PassageIndex>): readonly Finding[] {
  const [best] = found;
  if (best === undefined) return [];
  const near = found.filter(({ score }) => score >= best.score * leastBesideBest);
  const weightIn = (findings: readonly Finding[]): number =>
    sum(
      [...weights]
        .filter(([word]) => findings.some(({ words }) => words.has(word)))
        .map(([, weight]) => weight),
    );
  const whole = sum([...weights.values()]);
  return weightIn(near) >= whole * leastKnown && weightIn([best]) >= whole * leastInBest
    ? near
    : [];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Null where the text is a question and not a wish. */
function answerTransfer(
  text: string,
  understand: UnderstandTransfer,
  tokens: TokenList,
): AskAnswer | null {
  const reading = understand(text);
  switch (reading.kind) {
    case 'transfer': {
      const { transfer } = reading;
      const sentence = writeSentence(transfer, tokens);
      if (isPullable(transfer.from)) {
        const signer =
          transfer.payer === null ? ' with fromAddress, the address that will sign,' : '';
        return {
          ...nothing,
          answer: `Understood: ${sentence}. Send the body${signer} to POST /api/agent/do for a quote and what to sign.`,
          sources: [agent, ...sourcesOf(transfer)],
          understood: { transfer, sentence },
        };
      }
      const { summary, suggestedAction } = errorEntry('NATIVE_NOT_PULLABLE');
      return {
        ...nothing,
        answer: `Understood: ${sentence}. ${summary} ${suggestedAction}`,
        sources: [{ kind: 'error', id: 'NATIVE_NOT_PULLABLE' }, ...sourcesOf(transfer)],
      };
    }
    case 'unsupported':
      return {
        ...nothing,
        answer: `${reading.reason}.`,
        sources: [{ kind: 'terms', id: 'quote-only corridors' }],
      };
    case 'unclear': {
      if (!isWish(text, reading.understood.length)) return null;
      const known =
        reading.understood.length === 0
          ? ''
          : `Understood so far: ${reading.understood.join(', ')}. `;
      return {
        ...nothing,
        answer: `${known}Please say: ${reading.needs.map(({ question }) => question).join('; ')}`,
        sources: [agent],
        needs: reading.needs,
      };
    }
  }
}

/**
 * An order, or a statement, that names a sum or two parts of a transfer; a question that merely
 * mentions them is answered as one. `read` is how many parts of it were understood.
 */
function isWish(text: string, read: number): boolean {
  const isOrder =
    /^\s*((please|pls|plz|can you|could you|would you|i'?d like to|i (want|would like|need|wish) to|let'?s|help me( to)?)\s+)*(move|send|bridge|transfer|swap|convert|exchange|pay)\b/i.test(
      text,
    );
  if (isOrder) return /\d/.test(text) || read >= 2;
  const isQuestion =
    /\?\s*$/.test(text) ||
    /^\s*(what|how|who|when|where|why|which|is|are|am|do|does|did|can|could|will|would|should|may|if|has|have)\b/i.test(
      text,
    );
  return !isQuestion && /\d/.test(text) && read >= 2;
}

function sourcesOf({ from, to, lane }: UnderstoodTransfer): AskAnswer['sources'] {
  const symbols = [...new Set([from.symbol, to.symbol])];
  return [
    ...symbols.map((id) => ({ kind: 'token', id }) as const),
    ...[lane.from, lane.to].map((chain) => ({ kind: 'chain', id: chainName(chain) }) as const),
  ];
}
