// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorDeskCloseBody = {
  /** The id of an unmatched transaction, as the desk lists it. */
  readonly id: string;
  /** Delivered: a pull whose recipient was paid, or that payment; returned: a pull whose payer has the money back, or that payment; explained: anything else, by the reason. */
  readonly as: 'delivered' | 'returned' | 'explained';
  /** Of a pull that was returned: the payment of ours that did it. */
  readonly evidence?: string;
  /** The route of the deposit that it delivered or gave back, which it holds from then on. */
  readonly routeId?: string;
  /** Why, in at most 500 characters: it is kept in the audit. */
  readonly reason?: string;
  /** Says what the order would change, and changes nothing. */
  readonly dryRun?: boolean;
};
