/** How often the service did each thing while it was counted. */
export interface Tally {
  /** By the statement's text, with its callers as a comment where they were asked for. */
  readonly statements: Readonly<Record<string, number>>;
  /** Calls of RPC nodes, by method. */
  readonly calls: Readonly<Record<string, number>>;
  /** HTTP requests that carried them. */
  readonly posts: number;
  /** Transactions that PostgreSQL broke off because another process was faster; each runs again. */
  readonly conflicts: number;
}

/** Counts what was done under a name. */
export class Counts {
  readonly #byName = new Map<string, number>();

  add(name: string): void {
    this.#byName.set(name, (this.#byName.get(name) ?? 0) + 1);
  }

  read(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#byName);
  }
}

const beforeCallers = '\n-- ';
/** As many as tell two uses of one statement apart. */
const callersShown = 4;
const ownFile = /\/((?:core|plugins|rails|adapters|apps)\/[^:\s]*?)([^/:]+)\.ts:(\d+)/;
const ofStore = /^adapters\/(?:store|metrics)\//;

/** The statement with who asked for it, outside the store: the nearest first. */
export function withCallers(text: string, stack: string): string {
  const callers = stack
    .split('\n')
    .map((line) => ownFile.exec(line))
    .flatMap((found) => (found === null ? [] : [found]))
    .filter(([, folder = '']) => !ofStore.test(folder))
    .slice(0, callersShown)
    .map(([, , file, line]) => `${file}:${line}`);
  return `${text}${beforeCallers}${callers.join(' < ')}`;
}

/** Back to both; null where no callers were asked for. */
export function callersIn(statement: string): {
  readonly text: string;
  readonly callers: string | null;
} {
  const at = statement.lastIndexOf(beforeCallers);
  return at < 0
    ? { text: statement, callers: null }
    : { text: statement.slice(0, at), callers: statement.slice(at + beforeCallers.length) };
}

/** What two processes did. */
export function tallySum(one: Tally, other: Tally): Tally {
  return {
    statements: sumOf(one.statements, other.statements),
    calls: sumOf(one.calls, other.calls),
    posts: one.posts + other.posts,
    conflicts: one.conflicts + other.conflicts,
  };
}

function sumOf(
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const sum = { ...one };
  for (const [name, count] of Object.entries(other)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
