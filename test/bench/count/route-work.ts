import { readdirSync, readFileSync } from 'node:fs';
import { callersIn, type Tally } from './tally.ts';

/** What one route costs beside time, on average over a run, with what the duties did meanwhile. */
export interface RouteWork {
  /** All that the store runs, without its units' own. */
  readonly statements: number;
  /** Of these, the ones on the tables of the books. */
  readonly bookStatements: number;
  /** `BEGIN`, savepoints and `COMMIT`. */
  readonly unitStatements: number;
  readonly byModule: readonly Share[];
  readonly byStatement: readonly Share[];
  readonly calls: number;
  readonly posts: number;
  readonly byMethod: readonly Share[];
}

export interface Share {
  readonly name: string;
  readonly perRoute: number;
}

const books = 'books';
const units = 'units';

export function routeWork({ statements, calls, posts }: Tally, routes: number): RouteWork {
  const named = Object.entries(statements).map(([text, count]) => ({
    ...nameOf(text),
    count,
  }));
  const sum = (some: readonly { readonly count: number }[]): number =>
    some.reduce((all, { count }) => all + count, 0) / routes;
  const shares = (
    some: readonly { readonly name: string; readonly count: number }[],
  ): readonly Share[] =>
    [...Map.groupBy(some, ({ name }) => name)]
      .map(([name, each]) => ({ name, perRoute: sum(each) }))
      .sort((a, b) => b.perRoute - a.perRoute);
  const own = named.filter(({ module }) => module !== units);
  const methods = Object.entries(calls).map(([name, count]) => ({ name, count }));
  return {
    statements: sum(own),
    bookStatements: sum(own.filter(({ module }) => module === books)),
    unitStatements: sum(named.filter(({ module }) => module === units)),
    byModule: shares(own.map(({ module, count }) => ({ name: module, count }))),
    byStatement: shares(own),
    calls: sum(methods),
    posts: posts / routes,
    byMethod: shares(methods),
  };
}

/** The module that owns the statement's table, and the statement without the columns it names, with its callers. */
export function nameOf(text: string): { readonly module: string; readonly name: string } {
  const { text: sql, callers } = callersIn(text);
  const line = sql.replaceAll('"', '').replace(/\s+/g, ' ').trim();
  const table = /\b(?:FROM|INTO|UPDATE) ([a-z_]+)/.exec(line)?.[1];
  if (table === undefined) return { module: units, name: line };
  const verb = /^\w+/.exec(line)?.[0] ?? '';
  const condition = /\bWHERE .*$/.exec(line)?.[0] ?? '';
  return {
    module: moduleOfTable().get(table) ?? 'other',
    name: [verb, table, condition, ...(callers === null ? [] : [`by ${callers}`])]
      .filter((part) => part !== '')
      .join(' '),
  };
}

let known: ReadonlyMap<string, string> | null = null;

/** As the folders beside the store's engine declare them. */
function moduleOfTable(): ReadonlyMap<string, string> {
  known ??= new Map([...tablesIn('../../../adapters/store/'), ['job', 'jobs'], ['duty', 'jobs']]);
  return known;
}

function tablesIn(path: string): readonly (readonly [table: string, module: string])[] {
  const root = new URL(path, import.meta.url);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[^/]+\/tables\.ts$/.test(file))
    .flatMap((file) =>
      [...readFileSync(new URL(file, root), 'utf8').matchAll(/^ {2}name: '(\w+)'/gm)].map(
        ([, table = '']) => [table, file.split('/')[0] ?? ''] as const,
      ),
    );
}
