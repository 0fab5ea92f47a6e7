import { RelayError } from '@interline/kernel';

/** The refusal of a request beyond its limit, as 402, for a client that prefers to pay. */
export class PaymentDue extends RelayError {}
