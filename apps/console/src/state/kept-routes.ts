import { keptList, type Shelf } from './kept-list.ts';

/** What this browser keeps of a route that was begun in it. */
export interface OwnRoute {
  readonly id: string;
  readonly atMs: number;
  readonly fromChain: string;
  readonly toChain: string;
  /** As it was written then. */
  readonly amount: string;
  readonly symbol: string;
  /** Lets its holder name where a deposit goes back to; on no page and in no link. */
  readonly refundClaim?: string;
}

const most = 50;

/** The newest, and beside them each that has a claim: nobody else has it, so no newer one pushes it out. */
export function routesOn(name: string, shelf?: () => Shelf) {
  const { read, change, isOfTabAlone } = keptList(name, isOwnRoute, ({ id }) => id, shelf);
  return {
    read,
    keep: (route: OwnRoute) =>
      change((before) =>
        [route, ...before.filter(({ id }) => id !== route.id)].filter(
          ({ refundClaim }, at) => at < most || refundClaim !== undefined,
        ),
      ),
    forgetAll: () => change(() => []),
    find: (id: string): OwnRoute | null => read().find((route) => route.id === id) ?? null,
    isOfTabAlone,
  };
}

function isOwnRoute(value: unknown): value is OwnRoute {
  if (typeof value !== 'object' || value === null) return false;
  const {
    id,
    atMs,
    fromChain,
    toChain,
    amount,
    symbol,
    refundClaim,
  }: Partial<Record<keyof OwnRoute, unknown>> = value;
  return (
    typeof atMs === 'number' &&
    !Number.isNaN(new Date(atMs).getTime()) &&
    [id, fromChain, toChain, amount, symbol].every((text) => typeof text === 'string') &&
    ['string', 'undefined'].includes(typeof refundClaim) &&
    /^(rt|sbx)_[0-9a-f]{32}$/.test(String(id))
  );
}
