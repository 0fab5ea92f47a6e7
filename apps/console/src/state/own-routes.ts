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

const key = 'interline.routes';
const most = 50;

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Own routes are a convenience: where nothing can be kept, none are. */
export function ownRoutes(shelf: () => Shelf = () => localStorage) {
  const read = (): readonly OwnRoute[] => {
    try {
      const found: unknown = JSON.parse(shelf().getItem(key) ?? '[]');
      return Array.isArray(found) ? found.filter(isOwnRoute) : [];
    } catch {
      return [];
    }
  };
  const write = (routes: readonly OwnRoute[]): void => {
    try {
      if (routes.length === 0) shelf().removeItem(key);
      else shelf().setItem(key, JSON.stringify(routes.slice(0, most)));
    } catch {
      // A browser that keeps nothing says so by throwing.
    }
  };
  return {
    read,
    keep: (route: OwnRoute) => write([route, ...read().filter(({ id }) => id !== route.id)]),
    forget: (id: string) => write(read().filter((route) => route.id !== id)),
    forgetAll: () => write([]),
    find: (id: string): OwnRoute | null => read().find((route) => route.id === id) ?? null,
  };
}

function isOwnRoute(value: unknown): value is OwnRoute {
  if (typeof value !== 'object' || value === null) return false;
  const { id, atMs, fromChain, toChain, amount, symbol }: Partial<Record<keyof OwnRoute, unknown>> =
    value;
  return (
    typeof atMs === 'number' &&
    [id, fromChain, toChain, amount, symbol].every((text) => typeof text === 'string') &&
    /^(rt|sbx)_[0-9a-f]{32}$/.test(String(id))
  );
}
