import type { SignedPayment } from './sign-payment.ts';

/** Dollars of one contract that the payer's balance there still shows, and that are promised already. */
interface Hold {
  readonly chainId: number;
  readonly asset: string;
  readonly byPermit2: boolean;
  units: bigint;
  /** What is there without the dollars that are being brought for it; null once they are there. */
  free: bigint | null;
  /** No seller can take them afterwards. */
  endsMs: number;
}

type Brought = Hold & { free: bigint };

/** One reading of the balances, and what other payments are promised of them meanwhile. */
export interface Look {
  /** `has`: what the payer has there by this reading. */
  readonly promised: (chainId: number, asset: string, has: bigint, only?: 'byPermit2') => bigint;
  /** Not counted in this look. `bringing`: its dollars are to be brought there, beside those that the payer has. */
  readonly hold: (
    promise: Omit<Hold, 'free' | 'endsMs'>,
    bringing?: { readonly has: bigint },
  ) => Hold;
  readonly end: () => void;
}

/**
 * What is promised by payments that are being signed, or were sent and have no good answer yet.
 * Payments that are made at once read the same balance, so each leaves the others' dollars alone.
 */
export class Outstanding {
  readonly #now: () => number;
  readonly #holds = new Set<Hold>();
  readonly #looks = new Set<Set<Hold>>();
  readonly #payments = new WeakMap<SignedPayment, Hold>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * To be begun before a balance is read. What is settled meanwhile counts until `end`, since the
   * balance may have been read before.
   */
  look(): Look {
    for (const one of this.#holds) if (one.endsMs <= this.#now()) this.#holds.delete(one);
    const seen = new Set(this.#holds);
    this.#looks.add(seen);
    const promisedBy = (
      has: bigint,
      { chainId, asset }: Pick<Hold, 'chainId' | 'asset'>,
      isCounted: (hold: Hold) => boolean,
    ) =>
      [...seen]
        .filter((one) => one.chainId === chainId && one.asset === asset.toLowerCase())
        .filter(isCounted)
        .reduce((sum, one) => sum + promisedOf(one, has), 0n);
    return {
      promised: (chainId, asset, has, only) =>
        promisedBy(has, { chainId, asset }, (one) => only === undefined || one.byPermit2),
      hold: (promise, bringing) => {
        const hold = {
          ...promise,
          asset: promise.asset.toLowerCase(),
          free:
            bringing === undefined
              ? null
              : beyond(bringing.has, promisedBy(bringing.has, promise, isBrought)),
          endsMs: Infinity,
        };
        for (const set of [this.#holds, ...this.#looks]) if (set !== seen) set.add(hold);
        return hold;
      },
      end: () => void this.#looks.delete(seen),
    };
  }

  /** What was brought for it is there. */
  arrived(hold: Hold): void {
    hold.free = null;
    for (const one of this.#broughtBeside(hold)) one.free += hold.units;
  }

  /** Holds them until the payment has a good answer or expires. */
  signed(hold: Hold, payment: SignedPayment): SignedPayment {
    hold.endsMs = payment.lastSec * 1_000;
    this.#payments.set(payment, hold);
    return payment;
  }

  answered(payment: SignedPayment): void {
    const hold = this.#payments.get(payment);
    if (hold === undefined || !this.#holds.has(hold)) return;
    this.drop(hold);
    for (const one of this.#broughtBeside(hold)) one.free = beyond(one.free, hold.units);
  }

  drop(hold: Hold): void {
    this.#holds.delete(hold);
  }

  #broughtBeside({ chainId, asset }: Hold): readonly Brought[] {
    return [...this.#holds]
      .filter(isBrought)
      .filter((one) => one.chainId === chainId && one.asset === asset);
  }
}

function isBrought(hold: Hold): hold is Brought {
  return hold.free !== null;
}

/** Of dollars that are being brought, as much as has arrived. */
function promisedOf({ units, free }: Hold, has: bigint): bigint {
  if (free === null) return units;
  const arrived = beyond(has, free);
  return arrived < units ? arrived : units;
}

function beyond(has: bigint, less: bigint): bigint {
  return has > less ? has - less : 0n;
}
