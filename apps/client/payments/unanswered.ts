import type { PayableDemand } from './demand.ts';
import type { SignedPayment } from './sign-payment.ts';

/**
 * Signed payments that were sent without a good answer. A seller can settle each of them until it
 * expires, so a repeated request sends the same payment: a second one could be settled as well.
 */
export class Unanswered {
  readonly #now: () => number;
  #kept: readonly { readonly request: string; readonly payment: SignedPayment }[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  keep(request: Request, payment: SignedPayment): void {
    this.#kept = [...this.#kept, { request: nameOf(request), payment }];
  }

  /** The payment for the same request and one of these demands, which is then no longer kept; null without one. */
  take(request: Request, payable: readonly PayableDemand[]): SignedPayment | null {
    this.#kept = this.#kept.filter(({ payment }) => payment.lastSec * 1_000 > this.#now());
    const found = this.#kept.find(
      (one) =>
        one.request === nameOf(request) && payable.some(({ demand }) => isFor(one.payment, demand)),
    );
    this.#kept = this.#kept.filter((one) => one !== found);
    return found?.payment ?? null;
  }
}

/** The payment is not bound to the body. */
function nameOf({ method, url }: Request): string {
  return `${method} ${url}`;
}

function isFor({ demand: paid }: SignedPayment, demand: PayableDemand['demand']): boolean {
  return (['network', 'asset', 'payTo', 'amount'] as const).every(
    (name) => String(paid[name]).toLowerCase() === String(demand[name]).toLowerCase(),
  );
}
