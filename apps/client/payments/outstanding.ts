import type { SignedPayment } from './sign-payment.ts';

/** Dollars of one contract that the payer's balance there still shows, and that are promised already. */
interface Hold {
  readonly chainId: number;
  readonly asset: string;
  readonly byPermit2: boolean;
  units: bigint;
  /** From then on nobody can take them any more. */
  endsMs: number;
}

/** One reading of the balances, and what other payments are promised of them meanwhile. */
export interface Look {
  readonly promised: (chainId: number, asset: string, only?: 'byPermit2') => bigint;
  /** Not counted in this look. */
  readonly hold: (promise: Omit<Hold, 'endsMs'>) => Hold;
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
    return {
      promised: (chainId, asset, only) =>
        [...seen]
          .filter((one) => one.chainId === chainId && one.asset === asset.toLowerCase())
          .filter(({ byPermit2 }) => only === undefined || byPermit2)
          .reduce((sum, { units }) => sum + units, 0n),
      hold: (promise) => {
        const hold = { ...promise, asset: promise.asset.toLowerCase(), endsMs: Infinity };
        for (const set of [this.#holds, ...this.#looks]) if (set !== seen) set.add(hold);
        return hold;
      },
      end: () => void this.#looks.delete(seen),
    };
  }

  /** Until it has a good answer, or no seller can settle it any more. */
  signed(hold: Hold, payment: SignedPayment): SignedPayment {
    hold.endsMs = payment.lastSec * 1_000;
    this.#payments.set(payment, hold);
    return payment;
  }

  answered(payment: SignedPayment): void {
    const hold = this.#payments.get(payment);
    if (hold !== undefined) this.drop(hold);
  }

  drop(hold: Hold): void {
    this.#holds.delete(hold);
  }
}
