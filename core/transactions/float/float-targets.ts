import type { TokenRef, Units } from '@interline/kernel';
import type { Clock } from '@interline/ports';
import type { FloatTarget, TransactionView } from '../repository.ts';

type Place = Pick<TokenRef, 'chain' | 'address'>;

/** The float's target for a token, and its origin. */
export interface KnownTarget {
  readonly units: Units;
  readonly from: 'config' | 'order';
}

/** The operator's orders, which override the config's targets. */
export interface FloatTargets {
  /** From the orders as last read; null if neither an order nor the config has one. */
  of(token: Place): KnownTarget | null;
  /**
   * After this call the orders are at most a second old. Never rejects; on an error the previous
   * ones stay.
   */
  refresh(): Promise<void>;
  /** Makes the next refresh read the store. */
  forget(): void;
}

const freshMs = 1_000;

/** `configured` is keyed by chain and address, as `eip155:8453/0x...`. */
export function floatTargets({
  store,
  clock,
  configured,
}: {
  readonly store: { readonly reads: TransactionView };
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly configured: ReadonlyMap<string, Units>;
}): FloatTargets {
  let ordered: ReadonlyMap<string, Units> = new Map();
  let flight: { readonly startedAt: number; readonly done: Promise<void> } | null = null;
  return {
    of({ chain, address }) {
      const key = `${chain}/${address}`;
      const order = ordered.get(key);
      if (order !== undefined) return { units: order, from: 'order' };
      const units = configured.get(key);
      return units === undefined ? null : { units, from: 'config' };
    },
    refresh() {
      const now = clock.monotonic();
      if (flight !== null && now - flight.startedAt < freshMs) return flight.done;
      const done = store.reads.transactions.floatTargets().then(
        (targets) => {
          ordered = new Map(targets.map((one) => [keyOf(one), one.units]));
        },
        () => undefined,
      );
      flight = { startedAt: now, done };
      return done;
    },
    forget() {
      flight = null;
    },
  };
}

function keyOf({ chain, token }: FloatTarget): string {
  return `${chain}/${token}`;
}
