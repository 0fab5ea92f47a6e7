import type { ChainRef, TokenList } from '@interline/kernel';
import type { Phrasing } from '@interline/ports';
import type { ServiceTerms } from '../discovery/index.ts';
import { type AskQuestion, askQuestion } from './ask-question.ts';
import { cataloguePassages } from './catalogue-passages.ts';
import type { Passage } from './passage-index.ts';
import type { UnderstandTransfer } from './understand-transfer.ts';

/** Completed with what only the edge knows: its endpoints and documents. */
export type Concierge = (edge: readonly Passage[]) => AskQuestion;

export interface ConciergeParts {
  readonly serviceTerms: ServiceTerms;
  readonly tokens: TokenList;
  /** What this deployment has access to. */
  readonly chains: readonly ChainRef[];
  readonly understand: UnderstandTransfer;
  readonly phrasing: Phrasing;
}

export function concierge({
  serviceTerms,
  tokens,
  chains,
  understand,
  phrasing,
}: ConciergeParts): Concierge {
  return (edge) =>
    askQuestion({
      understand,
      tokens,
      phrasing,
      passages: async () => [
        ...cataloguePassages({ terms: await serviceTerms(), tokens, chains }),
        ...edge,
      ],
    });
}
