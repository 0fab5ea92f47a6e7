import { type Address, asAmount, asUnits, evmAddress, evmChain, type Hex } from '@interline/kernel';
import type { Arrival, RefundSearch } from '@interline/ports';
import type { TransferPorts } from '../../ports.ts';
import type { Route, RouteChange } from '../../route.ts';
import { settleGivenBack } from '../settle-given-back.ts';

const token = evmAddress(`0x70${'0'.repeat(38)}`);
export const spender = evmAddress(`0x5e${'0'.repeat(38)}`);
export const payer = evmAddress(`0xaa${'0'.repeat(38)}`);
export const refundTx: Hex = `0x${'4e'.repeat(32)}`;
/** The address of every upstream, unless another is named. */
const gateway = evmAddress(`0xee${'0'.repeat(38)}`);
export const startMs = 1_763_600_000_000;
const { signal } = new AbortController();

/** Keyed by transaction, then account. */
export type Brought = Readonly<Record<string, Readonly<Record<string, readonly Arrival[]>>>>;

export function arrival(logIndex: number, units: bigint): Arrival {
  return {
    hash: refundTx,
    token,
    from: gateway,
    units,
    logIndex,
    block: 90,
    timestampSec: startMs / 1_000 + 60,
  };
}

/** The upstream's address got the amount less 100 units, our charge. */
export function route(id: string, amount: bigint, to: Address = gateway): Route {
  const chain = evmChain(8453);
  return {
    id,
    rail: 'lifi',
    phase: 'running',
    stage: 'IN_FLIGHT',
    isSimulated: false,
    srcTx: `0x${'50'.repeat(32)}`,
    cursor: 1,
    givenBack: null,
    owed: null,
    refundTo: null,
    refundFrom: null,
    credited: asUnits(amount),
    createdAtMs: startMs,
    plan: { fee: asUnits(100n), steps: [{ kind: 'call', to, handsOver: true }] },
    order: {
      lane: { from: chain, to: evmChain(42161) },
      from: { chain, address: token },
      amount: asAmount(amount),
      payer,
    },
  } as unknown as Route; // CAST: what the refund of a route depends on.
}

/** What each transaction brought to which account, and how that moved the routes. */
export function givenBackBench(
  brought: Brought,
  routes: readonly Route[] = [route('rt_1', 100_000n)],
) {
  const now = new Map(routes.map((one) => [one.id, one]));
  const credited = new Map<string, string>();
  const said: string[] = [];
  const noted: (string | null)[] = [];
  let isWhole = true;
  let isHeld: boolean | ((key: string) => boolean) = true;
  const tx = {
    books: {
      check: async () => null,
      post: async () => true,
    },
    transfers: {
      unsettledRoutes: async () => [...now.values()].filter((one) => one.phase === 'running'),
      runningThrough: async () => [...now.values()].filter((one) => one.phase === 'running'),
      creditedRoute: async (_chain: string, hash: string, logIndex: number) =>
        credited.get(`${hash}/${logIndex}`) ?? null,
      async creditArrival(_chain: string, hash: string, logIndex: number, routeId: string) {
        const key = `${hash}/${logIndex}`;
        if (!credited.has(key)) credited.set(key, routeId);
        return credited.get(key) === routeId;
      },
      async moveRoute(moved: Route, change: RouteChange) {
        const next = { ...moved, ...change };
        now.set(moved.id, next);
        return next;
      },
    },
  };
  const ports = {
    custody: {
      account: () => spender,
      arrivals: async (_chain: string, hash: Hex, { to }: { readonly to: string }) =>
        (brought[hash]?.[to] ?? []).map((one) => ({ ...one, hash })),
      refundsSince: async (_chain: string, { to, from, units }: RefundSearch) => ({
        arrivals: Object.entries(brought)
          .flatMap(([hash, by]) => (by[to] ?? []).map((one) => ({ ...one, hash })))
          .filter((one) => from.includes(one.from) && one.units === units),
        isWhole,
      }),
    },
    store: {
      run: (_name: string, unit: (writer: typeof tx) => Promise<unknown>) => unit(tx),
    },
    clock: { now: () => startMs },
    policy: { holdSec: { '*': 1 }, retryAfterMs: 10 },
    watch: {
      isHeld: (_chain: string, key: string, finding: string | null) => {
        noted.push(finding);
        return typeof isHeld === 'boolean' ? isHeld : isHeld(key);
      },
    },
    log: {
      info: () => undefined,
      error: (event: string) => {
        said.push(event);
      },
    },
  } as unknown as TransferPorts; // CAST: the ports that a refund uses.
  const current = (id: string): Route => {
    const found = now.get(id);
    if (found === undefined) throw new Error(`there is no route ${id}`);
    return found;
  };
  return {
    said,
    noted,
    hold: (isLongEnough: boolean | ((key: string) => boolean)) => {
      isHeld = isLongEnough;
    },
    /** Leaves the search for unnamed money with blocks to go. */
    goOnSearching: () => {
      isWhole = false;
    },
    route: current,
    /** The transactions that it was credited with. */
    partsOf: (id: string) => (current(id).givenBack?.parts ?? []).map((one) => one.tx),
    /** The upstream reports a failure, and names the returning transaction, or none. */
    look: (id: string, named: Hex | null) =>
      settleGivenBack(ports, current(id), named === null ? {} : { refundTx: named }, signal),
    /** Its money arrived at the recipient. */
    deliver: (id: string) => {
      now.set(id, { ...current(id), phase: 'ended', stage: 'DELIVERED' });
    },
    ends: () =>
      [...now.values()].map(({ id, phase, stage, owed }) => [id, phase, stage, owed] as const),
  };
}
