// Written by `npm run client:types` from the service's OpenAPI document.

export type DeskOrder = {
  readonly path: string;
  /** Of the order, beside its reason and asks. */
  readonly body: Readonly<Record<string, unknown>>;
  /** What of the body a person fills in; any text where it has no choices. */
  readonly asks: readonly {
    readonly field: string;
    readonly choices: readonly string[];
  }[];
  /** What tells it from another order of that path; may be empty. */
  readonly how: string;
};
