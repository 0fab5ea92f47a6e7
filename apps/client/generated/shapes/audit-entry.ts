// Written by `npm run client:types` from the service's OpenAPI document.

export type AuditEntry = {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly ts: number;
  /** The operator's name. */
  readonly operator: string;
  readonly action: string;
  /** What the order was about. */
  readonly target: string;
  /** Empty where none was given. */
  readonly reason: string;
  /** Small, as far as the order changes it. */
  readonly before: Readonly<Record<string, unknown>>;
  /** Small, as far as the order changes it. */
  readonly after: Readonly<Record<string, unknown>>;
  /** Begun: under way, or cut short by a crash; refused: nothing was done; failed: by a fault of ours, of an order in several steps a part may be done. */
  readonly outcome: 'begun' | 'done' | 'refused' | 'failed';
  readonly errorCode: string | null;
  readonly ended: number | null;
};
