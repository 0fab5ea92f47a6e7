import type { Passage } from '@interline/core/assistant';
import type { Endpoint } from '../endpoint.ts';
import type { RequestLimit } from '../limits/request-limit.ts';
import { fieldsOf } from '../present/present-error.ts';
import { guide } from './guide.ts';

/** What the concierge can cite of this room: the endpoints, their limits and the guide. */
export function edgePassages(
  endpoints: readonly Endpoint[],
  basePath: string,
  limits: { readonly scale: number; readonly keyFactor: number },
): readonly Passage[] {
  const limited = [
    ...new Map(
      endpoints.flatMap(({ limit }) => (limit === null ? [] : [[limit.name, limit] as const])),
    ).values(),
  ];
  return [
    ...endpoints.map(({ method, path, summary, limit }): Passage => ({
      kind: 'endpoint',
      id: `${method} ${path}`,
      text: `${method} ${path}: ${summary}${limit === null ? '' : ` Limit: ${said(limit, limits.scale)}.`}`,
    })),
    ...fieldPassages(endpoints),
    {
      kind: 'terms',
      id: 'rate limits',
      text: `Requests per address: ${limited.map((limit) => `${limit.name} ${said(limit, limits.scale)}`).join('; ')}. A key raises them ${limits.keyFactor} times.`,
      alsoCalled: 'rate limit quota throttle per minute hour',
    },
    ...guidePassages(guide(basePath)),
  ];
}

/**
 * What requests may hold, in the words of their own schemas; a field that many take in the same
 * words is listed with the first one only.
 */
function fieldPassages(endpoints: readonly Endpoint[]): readonly Passage[] {
  const told = new Set<string>();
  return endpoints.flatMap(({ method, path, request }) => {
    const fields = [request.query, request.body]
      .flatMap((shape) => (shape === undefined ? [] : fieldsOf(shape)))
      .flatMap(({ name, wanted }) => (wanted === undefined ? [] : [`${name} (${wanted})`]))
      .filter((field) => told.size < told.add(field).size);
    return fields.length === 0
      ? []
      : [
          {
            kind: 'endpoint' as const,
            id: `fields of ${method} ${path}`,
            text: `${method} ${path} takes ${fields.join(', ')}.`,
          },
        ];
  });
}

function said({ requests, perMs }: RequestLimit, scale: number): string {
  return `${requests * scale} in ${perMs / 1_000} s`;
}

/** A list of steps is one passage, a point of its own name another. */
function guidePassages(text: string): readonly Passage[] {
  const [opening = '', ...sections] = text.split(/^### /m);
  const points = sections.flatMap((section): readonly Passage[] => {
    const [title = '', ...lines] = section.trim().split('\n');
    const body = lines.join('\n').trim();
    return body.startsWith('- ')
      ? body
          .split(/^- /m)
          .filter((point) => point.trim() !== '')
          .map((point): Passage => ({
            kind: 'guide',
            id: /^\*\*(.+?)\*\*/.exec(point)?.[1] ?? title,
            text: plain(point),
          }))
      : [{ kind: 'guide', id: title, text: plain(body), alsoCalled: 'start begin integrate sign' }];
  });
  return [
    { kind: 'guide', id: 'Interline', text: plain(opening), alsoCalled: 'service login signup' },
    ...points,
  ];
}

function plain(markdown: string): string {
  return markdown.replace(/[`*]/g, '').replace(/\s+/g, ' ').trim();
}
