/** An order that the desk offers, complete except for the fields that a person fills in. */
export interface DeskOrder {
  readonly path: string;
  /** The order's body without its reason. */
  readonly body: Readonly<Record<string, string | boolean>>;
  /** The fields of the body that a person fills in; any text where a field has no choices. */
  readonly asks: readonly { readonly field: string; readonly choices: readonly string[] }[];
  /** What distinguishes it from another order of that path; empty where nothing does. */
  readonly how: string;
}

interface Row {
  readonly path: string;
  /** The names of the command's arguments in the body. */
  readonly args: readonly string[];
  /** Options that have another name in the body. */
  readonly options?: Readonly<Record<string, string>>;
}

const ofRoute = (path: string): Row => ({ path, args: ['id'] });

const rows: Readonly<Record<string, Row>> = {
  resume: { path: 'resume', args: ['scope'] },
  'route refund': ofRoute('refund'),
  'route settle': ofRoute('routes/settle'),
  'route release': ofRoute('routes/release'),
  'route write-off': ofRoute('routes/write-off'),
  'route engine-debt': ofRoute('routes/engine-debt'),
  'account restart': { path: 'accounts/resume', args: ['chain', 'role'] },
  'account bump': {
    path: 'transactions/bump',
    args: ['transaction'],
    options: { cap: 'feeRateCap' },
  },
  'account replace': { path: 'transactions/replace', args: ['transaction'] },
  'float return': ofRoute('float/return'),
  'desk close': { path: 'desk/close', args: ['id'], options: { route: 'routeId' } },
  'operator begin-log': { path: 'logs/begin', args: ['log'] },
  'books classify': { path: 'books/classify', args: ['chain', 'role', 'token'] },
};

/**
 * The order that a command line of the desk gives, so that a page can give the same. Null for one that only
 * looks, or is only for a terminal.
 */
export function orderOf(command: string): DeskOrder | null {
  const [program, first = '', ...others] = command
    .replace(/ --reason "<why>"$/, '')
    .split(' ')
    .filter((part) => part !== '');
  const both = `${first} ${others[0] ?? ''}`;
  const word = rows[both] === undefined ? first : both;
  const row = rows[word];
  if (program !== 'interline' || row === undefined || others.includes('--dry-run')) return null;
  const given = word === first ? others : others.slice(1);
  const parts = partsOf(row, given);
  if (parts === null) return null;
  const isBlank = ({ value }: Part): boolean => blankOf(value) !== undefined;
  return {
    path: `/operator/${row.path}`,
    body: Object.fromEntries(
      parts.filter((one) => !isBlank(one)).map(({ field, value }) => [field, value]),
    ),
    asks: parts.filter(isBlank).map(({ field, value }) => ({
      field,
      choices: blankOf(value)?.includes('|') === true ? (blankOf(value) ?? '').split('|') : [],
    })),
    how: parts.flatMap((one) => one.how ?? []).join(', '),
  };
}

interface Part {
  readonly field: string;
  readonly value: string | boolean;
  /** Of an option: its value where that is a word, or its name. */
  readonly how?: string;
}

/** Null where there are more arguments than the order has. */
function partsOf(row: Row, given: readonly string[]): readonly Part[] | null {
  const args = [...row.args];
  const parts: Part[] = [];
  for (let at = 0; at < given.length; at += 1) {
    const word = given[at] ?? '';
    if (!word.startsWith('--')) {
      const field = args.shift();
      if (field === undefined) return null;
      parts.push({ field, value: word });
      continue;
    }
    const option = word.slice(2);
    const next = given[at + 1];
    const value = next === undefined || next.startsWith('--') ? true : next;
    if (value !== true) at += 1;
    const how = value === true || !/^[a-z-]+$/.test(value) ? option : value;
    parts.push({ field: row.options?.[option] ?? option, value, how });
  }
  return parts;
}

/** A placeholder in angle brackets. */
function blankOf(value: string | boolean): string | undefined {
  return typeof value === 'string' ? /^<(.+)>$/.exec(value)?.[1] : undefined;
}
