import {
  type AccountRole,
  asUnits,
  type Book,
  type ChainRef,
  freeUnits,
  isNative,
  nativeAddress,
  noUnits,
  type TokenList,
  type TokenRef,
  type Units,
} from '@interline/kernel';
import type { Clock, CustodyPort } from '@interline/ports';
import type { BookReads } from '../../books/index.ts';
import type { FloatTargets, KnownTarget, TransactionReads } from '../../transactions/index.ts';

/** Alarm bounds of a float in percent of its target; without an upper bound, `abovePct` is null. */
export interface FloatAlarm {
  readonly belowPct: number;
  readonly abovePct: number | null;
}

/** The config's settings for floats and gas. */
export interface FloatPolicy {
  /** Keyed by chain and address, as `eip155:8453/0x...`. */
  readonly alarms: ReadonlyMap<string, FloatAlarm>;
  /** By chain: the minimum coin, in its smallest unit, that each account there should hold. */
  readonly gasBelow: ReadonlyMap<string, Units>;
  /** Highest cost of a rebalancing, in basis points of the moved amount. */
  readonly maxRebalanceCostBps: number;
}

/** One of our holdings at the store's last reading of its chain; nulls before the first. */
interface Held {
  readonly held: Units | null;
  readonly block: number | null;
  /** Reserved from the held amount, or left since that block. */
  readonly reserved: Units;
  readonly free: Units;
}

/** The float of one token. */
export interface FloatLevel extends Held {
  readonly token: TokenRef;
  readonly target: KnownTarget | null;
  /** Free units in percent of the target, rounded down; null without a target or a reading. */
  readonly sharePct: bigint | null;
  readonly alarm: 'below' | 'above' | null;
}

/** The coin of one account, which pays its gas. */
export interface GasLevel extends Held {
  readonly chain: ChainRef;
  readonly role: AccountRole;
  readonly alarmBelow: Units | null;
  readonly alarm: 'below' | null;
}

/** Gas used by both accounts of a chain on the last complete UTC day in the books. */
export interface GasUse {
  readonly chain: ChainRef;
  readonly day: string;
  readonly used: Units;
  /** How many such days the free coin of both lasts, rounded down. */
  readonly daysLeft: bigint;
}

export interface FloatLevels {
  readonly floats: readonly FloatLevel[];
  readonly gas: readonly GasLevel[];
  readonly gasUse: readonly GasUse[];
}

export interface FloatPorts {
  readonly store: {
    readonly reads: {
      readonly transactions: Pick<TransactionReads, 'holding'>;
      readonly books: Pick<BookReads, 'dayTotals'>;
    };
  };
  readonly custody: Pick<CustodyPort, 'account' | 'chains' | 'roles'>;
  readonly tokens: Pick<TokenList, 'on'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly targets: FloatTargets;
  readonly policy: FloatPolicy;
}

/** Every float and every account's gas coin, compared with its target. Reads only the store. */
export async function floatLevels(ports: FloatPorts): Promise<FloatLevels> {
  const { custody, tokens, targets, policy } = ports;
  await targets.refresh();
  const listed = custody.chains.flatMap((chain) =>
    tokens.on(chain).filter((token) => !isNative(token)),
  );
  const [floats, gas] = await Promise.all([
    Promise.all(
      listed.map(async (token): Promise<FloatLevel> => {
        const book = bookOf(ports, token.chain, 'float', token.address);
        const held = await heldIn(ports, book);
        const target = targets.of(token);
        const sharePct = shareOf(held, target);
        const alarm = alarmOf(sharePct, policy.alarms.get(`${token.chain}/${token.address}`));
        return { token, ...held, target, sharePct, alarm };
      }),
    ),
    Promise.all(
      custody.chains.flatMap((chain) =>
        custody.roles(chain).map(async (role): Promise<GasLevel> => {
          const held = await heldIn(ports, bookOf(ports, chain, role, nativeAddress));
          const alarmBelow = policy.gasBelow.get(chain) ?? null;
          const isLow = held.held !== null && alarmBelow !== null && held.free < alarmBelow;
          return { chain, role, ...held, alarmBelow, alarm: isLow ? 'below' : null };
        }),
      ),
    ),
  ]);
  return { floats, gas, gasUse: await gasUseOf(ports, gas) };
}

/** Levels outside their bounds, as texts for an operator. */
export function alarmsIn({ floats, gas }: FloatLevels): readonly string[] {
  return [
    ...floats.flatMap(({ token: { chain, symbol }, alarm, sharePct }) =>
      alarm === null
        ? []
        : [`${symbol} on ${chain} is ${alarm}: ${sharePct ?? 0n} % of its target`],
    ),
    ...gas.flatMap(({ chain, role, alarm }) =>
      alarm === null ? [] : [`the coin of the ${role} on ${chain} is ${alarm}`],
    ),
  ];
}

function bookOf(
  { custody }: Pick<FloatPorts, 'custody'>,
  chain: ChainRef,
  role: AccountRole,
  token: string,
): Book {
  return { chain, account: custody.account(chain, role), token };
}

async function heldIn({ store }: Pick<FloatPorts, 'store'>, book: Book): Promise<Held> {
  const holding = await store.reads.transactions.holding(book);
  if (holding === null) return { held: null, block: null, reserved: noUnits, free: noUnits };
  const { reading, taken } = holding;
  const free = freeUnits(reading, taken);
  const reserved = asUnits(reading.units - free);
  return { held: reading.units, block: reading.block, reserved, free };
}

function shareOf({ held, free }: Held, target: KnownTarget | null): bigint | null {
  if (held === null || target === null || target.units === 0n) return null;
  return (free * 100n) / target.units;
}

function alarmOf(sharePct: bigint | null, bounds: FloatAlarm | undefined): FloatLevel['alarm'] {
  if (sharePct === null || bounds === undefined) return null;
  if (sharePct < bounds.belowPct) return 'below';
  return bounds.abovePct !== null && sharePct > bounds.abovePct ? 'above' : null;
}

const dayMs = 86_400_000;

async function gasUseOf(
  { store, clock }: Pick<FloatPorts, 'store' | 'clock'>,
  gas: readonly GasLevel[],
): Promise<readonly GasUse[]> {
  const day = new Date(clock.now() - dayMs).toISOString().slice(0, 10);
  const totals = await store.reads.books.dayTotals(day, day);
  return [...Map.groupBy(gas, ({ chain }) => chain)].flatMap(([chain, accounts]) => {
    const used = totals
      .filter((one) => one.chain === chain && (one.kind === 'gas' || one.kind === 'gas-adjustment'))
      .reduce((sum, { units }) => sum + units, 0n);
    if (used <= 0n) return [];
    const free = accounts.reduce((sum, one) => sum + one.free, 0n);
    return [{ chain, day, used: asUnits(used), daysLeft: free / used }];
  });
}
