/** Faults of the conversation: a request is answered badly, late or not at all. */
const requestFaults = ['rate-limited', 'html-502', 'slow', 'hang', 'garbage-json'] as const;

/** Faults of an offer: what is quoted is not what was asked. */
const offerFaults = [
  'no-route',
  'lower-minimum',
  'wrong-target',
  'wrong-recipient',
  'wrong-token',
  'reverting-call',
  'expired-quote',
] as const;

/** Faults of a delivery, decided when its deposit is seen. */
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
export type StatusFault = (typeof statusFaults)[number];
export type Fault = RequestFault | OfferFault | DeliveryFault | StatusFault;

export const faultFamilies = {
  request: requestFaults,
  offer: offerFaults,
  delivery: deliveryFaults,
  status: statusFaults,
} as const;

export type FaultFamilies = {
  request: RequestFault;
  offer: OfferFault;
  delivery: DeliveryFault;
  status: StatusFault;
};

export const allFaults: readonly Fault[] = Object.values(faultFamilies).flat();
