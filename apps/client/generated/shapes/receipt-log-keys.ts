// Written by `npm run client:types` from the service's OpenAPI document.

export type ReceiptLogKeys = {
  /** The log's name. */
  readonly origin: string;
  /** Its key, as c2sp.org/signed-note has it. */
  readonly vkey: string;
  /** How many witnesses must cosign a checkpoint. */
  readonly quorum: number;
  readonly witnesses: readonly {
    readonly name: string;
    readonly vkeys: readonly string[];
  }[];
};
