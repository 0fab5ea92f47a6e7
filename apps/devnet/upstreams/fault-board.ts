/** Faults of HTTP: a request gets a bad response, a late one or none. */
const requestFaults = ['rate-limited', 'html-502', 'slow', 'hang', 'garbage-json'] as const;

/** Faults of an offer: the quote differs from the request. */
const offerFaults = [
  'no-route',
  'lower-minimum',
  'wrong-target',
  'wrong-recipient',
  'wrong-token',
  'reverting-call',
  'expired-quote',
] as const;

/** Faults of a delivery, chosen when its deposit is seen. */
const deliveryFaults = [
  'refunded',
  'partial',
  'failed-actions',
  'short-fill',
  'slow-fill',
  'stuck',
  'lying-done',
] as const;

/** Faults of status answers only. */
const statusFaults = ['not-found-then-found', 'silent-status'] as const;

export type RequestFault = (typeof requestFaults)[number];

export type OfferFault = (typeof offerFaults)[number];

export type DeliveryFault = (typeof deliveryFaults)[number];

type StatusFault = (typeof statusFaults)[number];

export type Fault = RequestFault | OfferFault | DeliveryFault | StatusFault;

const faultFamilies = {
  request: requestFaults,
  offer: offerFaults,
  delivery: deliveryFaults,
  status: statusFaults,
} as const;

type FaultFamilies = {
  request: RequestFault;
  offer: OfferFault;
  delivery: DeliveryFault;
  status: StatusFault;
};

export const allFaults: readonly Fault[] = Object.values(faultFamilies).flat();

/** `recipient` null means every recipient; `times` null means until it is cleared. */
interface PostedFault {
  readonly fault: Fault;
  readonly recipient: string | null;
  readonly times: number | null;
}

/**
 * The faults that one engine plays: at most one for all recipients, and one per recipient, which
 * takes precedence.
 */
export class FaultBoard {
  readonly #posted = new Map<string | null, PostedFault>();

  post(fault: PostedFault): void {
    this.#posted.set(lowered(fault.recipient), fault);
  }

  /** Clears the fault for all recipients (null) or for one; the other faults stay. */
  clear(recipient: string | null): void {
    this.#posted.delete(lowered(recipient));
  }

  list(): readonly PostedFault[] {
    return [...this.#posted.values()];
  }

  active(recipient: string | null): Fault | undefined {
    return this.#postedFor(recipient)?.fault;
  }

  /** The active fault if it is of this family; uses up one of its times. */
  take<Family extends keyof FaultFamilies>(
    family: Family,
    recipient: string | null,
  ): FaultFamilies[Family] | undefined {
    const posted = this.#postedFor(recipient);
    const families: { [Each in keyof FaultFamilies]: readonly FaultFamilies[Each][] } =
      faultFamilies;
    const fault = families[family].find((each) => each === posted?.fault);
    if (posted === undefined || fault === undefined) return undefined;
    // `stuck` is a state that a later request ends, so it is not counted.
    if (posted.times !== null && fault !== 'stuck') this.#useUp(posted, posted.times);
    return fault;
  }

  #useUp(posted: PostedFault, times: number): void {
    if (times > 1) this.#posted.set(lowered(posted.recipient), { ...posted, times: times - 1 });
    else this.#posted.delete(lowered(posted.recipient));
  }

  #postedFor(recipient: string | null): PostedFault | undefined {
    return this.#posted.get(lowered(recipient)) ?? this.#posted.get(null);
  }
}

function lowered(recipient: string | null): string | null {
  return recipient?.toLowerCase() ?? null;
}
