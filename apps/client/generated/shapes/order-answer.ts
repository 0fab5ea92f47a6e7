// Written by `npm run client:types` from the service's OpenAPI document.

export type OrderAnswer = {
  /** Nothing was done. */
  readonly dryRun: boolean;
  readonly action: string;
  /** What the order is about. */
  readonly target: string;
  /** Small, as far as the order changes it. */
  readonly before: Readonly<Record<string, unknown>>;
  /** Small, as far as the order changes it. */
  readonly after: Readonly<Record<string, unknown>>;
  /** Its entry in GET /operator/audit; null for a dry run. */
  readonly auditId: string | null;
};
