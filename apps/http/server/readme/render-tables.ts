import { errorCodes, errorEntry } from '@interline/kernel';
import { endpoints } from '../endpoints.ts';
import type { RequestLimit } from '../limits/request-limit.ts';

/**
 * The README's tables by the name of their markers, each rendered from what the service itself runs
 * on.
 */
const readmeTables: Readonly<Record<string, () => string>> = {
  endpoints: () =>
    table(
      ['Method', 'Path', 'Limit', 'What it answers'],
      endpoints.map(({ method, path, limit, summary }) => [
        method,
        `\`${path}\``,
        limitText(limit),
        summary,
      ]),
    ),
  errors: () =>
    table(
      ['Code', 'HTTP', 'Retry after', 'Meaning', 'What to do', 'What an operator does'],
      errorCodes.map((code) => {
        const {
          http,
          retryAfterMs,
          summary,
          suggestedAction,
          operatorsAction = '',
        } = errorEntry(code);
        return [
          `\`${code}\``,
          String(http),
          retryAfterMs === undefined ? 'no' : `${retryAfterMs / 1_000} s`,
          summary,
          suggestedAction,
          operatorsAction,
        ];
      }),
    ),
};

/** The text with every marked table replaced by a fresh one. Throws where a marker is missing. */
export function withFreshTables(readme: string): string {
  return Object.entries(readmeTables).reduce((text, [name, render]) => {
    const [begin, end] = [`<!-- ${name}:begin -->\n`, `<!-- ${name}:end -->`];
    const from = text.indexOf(begin);
    const to = text.indexOf(end, from);
    if (from === -1 || to === -1) throw new Error(`the README has no ${begin.trim()} ... ${end}`);
    return `${text.slice(0, from + begin.length)}${render()}${text.slice(to)}`;
  }, readme);
}

function limitText(limit: RequestLimit | null): string {
  if (limit === null) return 'none';
  return `${limit.requests}/${{ 60_000: 'min', 3_600_000: 'h', 86_400_000: 'day' }[limit.perMs] ?? `${limit.perMs} ms`}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
}
