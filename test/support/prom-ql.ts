/** What an expression of PromQL reads: the metric's name, and the labels that it names there. */
export interface Selector {
  readonly metric: string;
  readonly labels: readonly string[];
}

const functions = new Set(['increase', 'rate', 'time', 'sum', 'max', 'min', 'avg', 'count']);
const aggregations = new Set(['sum', 'max', 'min', 'avg', 'count']);
const token =
  /\s*(?:(?<name>[a-zA-Z_:][\w:]*)|(?<number>\d+(?:\.\d+)?)|(?<text>"(?:[^"\\]|\\.)*")|(?<range>\[\d+[smhd]\])|(?<sign>=~|!~|!=|==|>=|<=|[-+*/(){},<>=]))/y;

interface Read {
  readonly kind: string;
  readonly text: string;
}

/**
 * Reads the part of PromQL that our rules use: selectors with matchers and ranges, aggregations with
 * `by`, calls, arithmetic and comparison. Throws a `SyntaxError` on anything else; it does not stand
 * for promtool.
 */
export function readPromQl(expression: string): readonly Selector[] {
  const tokens = tokensOf(expression);
  const selectors: Selector[] = [];
  const grouped: string[][] = [];
  let at = 0;
  const peek = (): string | undefined => tokens[at]?.text;
  const fail = (wanted: string): never => {
    throw new SyntaxError(`wanted ${wanted}, found ${peek() ?? 'the end'} in ${expression}`);
  };
  const take = (text: string): void => {
    if (peek() !== text) fail(text);
    at += 1;
  };
  const name = (): string => {
    const one = tokens[at];
    if (one?.kind !== 'name') return fail('a name');
    at += 1;
    return one.text;
  };
  const labelList = (): string[] => {
    const labels: string[] = [];
    take('(');
    while (peek() !== ')') {
      labels.push(name());
      if (peek() === ',') at += 1;
    }
    take(')');
    return labels;
  };
  const matchers = (): string[] => {
    const labels: string[] = [];
    if (peek() !== '{') return labels;
    take('{');
    while (peek() !== '}') {
      labels.push(name());
      if (!['=', '!=', '=~', '!~'].includes(peek() ?? '')) fail('a matcher');
      at += 1;
      if (tokens[at]?.kind !== 'text') fail('a quoted text');
      at += 1;
      if (peek() === ',') at += 1;
    }
    take('}');
    return labels;
  };
  const operand = (): void => {
    const one = tokens[at];
    if (one?.kind === 'number') {
      at += 1;
      return;
    }
    if (one?.text === '(') {
      take('(');
      comparison();
      return take(')');
    }
    const called = name();
    if (!functions.has(called)) {
      selectors.push({ metric: called, labels: [...matchers(), ...grouped.flat()] });
      if (tokens[at]?.kind === 'range') at += 1;
      return;
    }
    const isGrouped = aggregations.has(called) && peek() === 'by';
    if (isGrouped) {
      at += 1;
      grouped.push(labelList());
    }
    take('(');
    if (peek() !== ')') comparison();
    take(')');
    if (isGrouped) grouped.pop();
  };
  const comparison = (): void => {
    operand();
    while (['+', '-', '*', '/', '>', '<', '>=', '<=', '==', '!='].includes(peek() ?? '')) {
      at += 1;
      operand();
    }
  };
  comparison();
  if (at < tokens.length) fail('the end');
  return selectors;
}

function tokensOf(expression: string): readonly Read[] {
  const found: Read[] = [];
  const text = expression.trim();
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const from = token.lastIndex;
    const groups = token.exec(text)?.groups;
    const [kind, read] =
      Object.entries(groups ?? {}).find(([, value]) => value !== undefined) ?? [];
    if (kind === undefined || read === undefined)
      throw new SyntaxError(`no expression goes on with ${JSON.stringify(text.slice(from))}`);
    found.push({ kind, text: read });
  }
  return found;
}
