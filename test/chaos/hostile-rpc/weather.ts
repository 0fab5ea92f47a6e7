import { type SeededChance, seededChance } from '../seeded-chance.ts';

/** Methods that a backend serves from one place inside, so that they lag or lie together. */
const groups = {
  heads: ['eth_blockNumber', 'eth_getBlockByNumber', 'eth_getBlockByHash'],
  nonces: ['eth_getTransactionCount'],
  receipts: ['eth_getTransactionReceipt'],
  transactions: ['eth_getTransactionByHash'],
  logs: ['eth_getLogs'],
  balances: ['eth_getBalance', 'eth_call', 'eth_getCode', 'eth_getStorageAt', 'eth_estimateGas'],
  fees: ['eth_maxPriorityFeePerGas', 'eth_feeHistory', 'eth_gasPrice'],
  sends: ['eth_sendRawTransaction'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type MethodGroup = keyof typeof groups;

/** What a backend does to the calls of one group for a while. */
export type Spell =
  | { readonly kind: 'clear' | 'forget' | 'repeat' | 'duplicate' }
  /** Answers as of the head that it had so long ago. */
  | { readonly kind: 'lag'; readonly lagMs: number }
  | { readonly kind: 'inflate'; readonly factor: bigint }
  /** The node has the transaction, its sender does not learn it. */
  | { readonly kind: 'lose-answer'; readonly by: 'error' | 'silence' };

/** What it does to whole HTTP requests; `isServed` where the node sees the request all the same. */
export type RequestSpell =
  | { readonly kind: 'clear' | 'reset' }
  | { readonly kind: 'page' | 'status-500' | 'garbage'; readonly isServed: boolean }
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** Replies of a batch change places, and requests overtake each other. */
  | { readonly kind: 'reorder'; readonly mostDelayMs: number };

/** The weather of one backend; times are in milliseconds since it began. */
export interface Weather {
  spell(method: string, atMs: number): Spell;
  requestSpell(atMs: number): RequestSpell;
}

export interface Climate {
  readonly seed: number;
  /** After this all is clear for good. */
  readonly clearsAfterMs: number;
  readonly mostLagMs: number;
}

/** Lengths of a window; the last one is longer than any weather. */
const windowLengthsMs = [400, 900, 2_000, 3_600_000] as const;
const clearShare = { group: 0.5, request: 0.65 };

/** A seed decides it by backend, group of methods and window of time, whatever is asked when. */
export function weatherOf(climate: Climate, chainId: number, backend: number): Weather {
  const place = [climate.seed, chainId, backend];
  const windowAt = (name: string, atMs: number): SeededChance => {
    const lengthMs = chanceAt([...place, wordOf(name)]).pick(windowLengthsMs);
    return chanceAt([...place, wordOf(name), Math.floor(atMs / lengthMs)]);
  };
  return {
    spell(method, atMs) {
      const group = groupOf(method);
      if (group === null || atMs >= climate.clearsAfterMs) return { kind: 'clear' };
      const chance = windowAt(group, atMs);
      return chance.coin(clearShare.group)
        ? { kind: 'clear' }
        : spellOf(group, chance, climate.mostLagMs);
    },
    requestSpell(atMs) {
      if (atMs >= climate.clearsAfterMs) return { kind: 'clear' };
      const chance = windowAt('request', atMs);
      return chance.coin(clearShare.request) ? { kind: 'clear' } : requestSpellOf(chance);
    },
  };
}

export function groupOf(method: string): MethodGroup | null {
  const found = Object.entries(groups).find(([, methods]) => methods.some((one) => one === method));
  return found === undefined ? null : (found[0] as MethodGroup); // CAST: a key of the table.
}

function spellOf(group: MethodGroup, chance: SeededChance, mostLagMs: number): Spell {
  const lag = (): Spell => ({ kind: 'lag', lagMs: chance.between(200, mostLagMs) });
  switch (group) {
    case 'sends':
      return chance.pick<Spell>([
        { kind: 'lose-answer', by: 'error' },
        { kind: 'lose-answer', by: 'silence' },
        { kind: 'duplicate' },
      ]);
    case 'fees':
      return chance.pick<Spell>([
        { kind: 'inflate', factor: BigInt(chance.between(2, 2_000)) },
        { kind: 'repeat' },
      ]);
    case 'receipts':
    case 'transactions':
      return chance.pick<Spell>([lag(), { kind: 'forget' }, { kind: 'repeat' }]);
    case 'heads':
    case 'nonces':
    case 'logs':
    case 'balances':
      return chance.pick<Spell>([lag(), lag(), { kind: 'repeat' }, { kind: 'duplicate' }]);
  }
}

function requestSpellOf(chance: SeededChance): RequestSpell {
  const isServed = chance.coin(0.5);
  return chance.pick<RequestSpell>([
    { kind: 'slow', delayMs: chance.between(50, 600) },
    { kind: 'reorder', mostDelayMs: chance.between(30, 300) },
    { kind: 'reorder', mostDelayMs: chance.between(30, 300) },
    { kind: 'page', isServed },
    { kind: 'status-500', isServed },
    { kind: 'garbage', isServed },
    { kind: 'reset' },
  ]);
}

/** FNV-1a over the parts, so that neighbouring windows have nothing in common. */
function chanceAt(parts: readonly number[]): SeededChance {
  const mixed = parts.reduce((hash, part) => Math.imul(hash ^ part, 16_777_619), 2_166_136_261);
  return seededChance((mixed ^ (mixed >>> 15)) >>> 0);
}

function wordOf(name: string): number {
  return [...name].reduce(
    (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619),
    2_166_136_261,
  );
}
