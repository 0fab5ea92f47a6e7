import type { AskAnswer, PassageKind } from '@interline/core/assistant';
import { presentUnderstood } from '../transfer/agent/present.ts';
import type { askAnswer } from './schemas.ts';
import type * as z from 'zod';

/** The page that has each kind of source in full. */
const pageOf: Readonly<Record<PassageKind, string>> = {
  error: '/api/errors',
  endpoint: '/docs',
  chain: '/api/route/chains',
  token: '/api/gasless/info',
  rail: '/api/terms',
  terms: '/api/terms',
  guide: '/llms.txt',
};

export function presentAnswer(
  { answer, sources, understood, needs }: AskAnswer,
  basePath: string,
): z.input<typeof askAnswer> {
  const request = understood === null ? null : presentUnderstood(understood.transfer);
  return {
    answer,
    sources: sources.map(({ kind, id }) => ({
      kind,
      id,
      href: `${basePath}${pageOf[kind]}${kind === 'error' ? `#${id}` : ''}`,
    })),
    ...(understood === null || request === null
      ? {}
      : { body: request, understood: { sentence: understood.sentence, request } }),
    ...(needs.length === 0
      ? {}
      : {
          needs: needs.map(({ field, question, candidates }) => ({
            field,
            question,
            candidates: [...candidates],
          })),
        }),
  };
}
