import { posix } from 'node:path';

/**
 * Which modules of the core may know which others, by their doors (`index.ts`). A module that
 * must hear of one above it listens to that one's announcements (core/announcing-store.ts). A new
 * module is a new row; the table has no circle.
 */
export const moduleArrows: Readonly<Record<string, readonly string[]>> = {
  books: [],
  switches: [],
  'sure-time': [],
  idempotency: [],
  'api-keys': [],
  transactions: ['books', 'switches'],
  transfer: ['transactions', 'books', 'switches', 'idempotency'],
  operations: [
    'transfer',
    'transactions',
    'books',
    'switches',
    'webhooks',
    'passes',
    'private-lane',
    'transparency',
  ],
  primitives: ['transfer', 'idempotency'],
  webhooks: ['transfer'],
  accounts: ['transfer', 'transactions', 'sponsor', 'webhooks'],
  mandates: [
    'accounts',
    'agents',
    'transfer',
    'transactions',
    'evidence',
    'switches',
    'idempotency',
    'sure-time',
  ],
  agents: ['accounts', 'transfer', 'idempotency'],
  discovery: ['transfer', 'switches'],
  assistant: ['discovery'],
  transparency: [],
  'private-lane': ['sure-time', 'transparency'],
  messaging: ['passes', 'sure-time', 'transparency'],
  evidence: [
    'books',
    'switches',
    'operations',
    'transfer',
    'transactions',
    'messaging',
    'passes',
    'sure-time',
    'transparency',
  ],
  sponsor: ['transactions', 'books', 'switches'],
  payments: ['transfer', 'transactions', 'books', 'switches'],
  membership: ['transactions'],
  planning: ['transfer', 'evidence'],
  posture: ['transfer', 'transactions'],
  passes: ['transfer', 'transactions', 'books', 'switches', 'sure-time', 'transparency'],
};

/** Why a file of the core may not import another of its files, or undefined where it may. */
export function judgeArrow(path: string, specifier: string): string | undefined {
  const target = posix.join(posix.dirname(path), specifier);
  const from = moduleOf(path);
  const to = moduleOf(target);
  if (to === null || from === to) return undefined;
  if (target !== `core/${to}/index.ts`)
    return `${specifier}: other modules are reached through core/${to}/index.ts`;
  if (from === null || moduleArrows[from]?.includes(to) === true) return undefined;
  return `${specifier}: ${from} has no arrow to ${to}`;
}

/** The module whose folder the file stands in; null for what composes the core. */
function moduleOf(path: string): string | null {
  const [, name, file] = /^core\/([^/]+)\/(.+)$/.exec(path) ?? [];
  return name === undefined || file === undefined || name === 'kernel' ? null : name;
}

/**
 * Every circle of imports by value or type, as the paths on it; each file stands in one at most.
 */
export function circlesIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[][] {
  const circles: string[][] = [];
  const number = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const visit = (path: string): void => {
    const mine = number.size;
    number.set(path, mine);
    lowest.set(path, mine);
    stack.push(path);
    for (const next of imports.get(path) ?? []) {
      if (!number.has(next)) visit(next);
      if (stack.includes(next))
        lowest.set(path, Math.min(lowest.get(path) ?? mine, lowest.get(next) ?? mine));
    }
    if (lowest.get(path) !== mine) return;
    const circle = stack.splice(stack.indexOf(path));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const path of imports.keys()) if (!number.has(path)) visit(path);
  return circles;
}
