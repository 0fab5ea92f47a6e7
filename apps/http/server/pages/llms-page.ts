import { guide, title } from '../documents/guide.ts';
import { tagOf } from '../documents/tags.ts';
import type { Endpoint } from '../endpoint.ts';
import { type Page, textPage } from './page.ts';

/**
 * The interface in the form that language models are given (llmstxt.org), from the same guide and
 * table as the document.
 */
export function llmsPage(endpoints: readonly Endpoint[], basePath: string): Page {
  const [lead = '', ...rest] = guide(basePath).split('\n\n');
  const served = endpoints.filter(({ atRoot }) => !atRoot);
  const areas = Map.groupBy(served, ({ path }) => tagOf(path));
  const text = [
    `# ${title}`,
    `> ${lead}`,
    ...rest.map((part) => part.replace(/^### /, '## ')),
    '## Documents',
    `- [OpenAPI 3.1](${basePath}/openapi.json): every route, field, example and error\n- [Docs](${basePath}/docs): the same, to read and try\n- [Errors](${basePath}/api/errors): every code and what to do`,
    ...[...areas].flatMap(([area, rows]) => [
      `## ${area}`,
      rows
        .map(({ method, path, summary }) => `- [${method} ${path}](${basePath}${path}): ${summary}`)
        .join('\n'),
    ]),
  ].join('\n\n');
  return textPage('/llms.txt', 'text/plain; charset=utf-8', `${text}\n`);
}
