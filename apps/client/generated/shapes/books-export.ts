// Written by `npm run client:types` from the service's OpenAPI document.

export type BooksExport = {
  readonly rows: readonly {
    readonly day: string;
    readonly time: string;
    readonly entry: string;
    readonly kind: string;
    readonly reverses: string;
    readonly chain: string;
    readonly block: string;
    readonly blockHash: string;
    readonly tx: string;
    readonly log: string;
    readonly transaction: string;
    readonly ownerKind: string;
    readonly owner: string;
    readonly engine: string;
    readonly account: string;
    readonly holder: string;
    readonly lineChain: string;
    readonly token: string;
    readonly symbol: string;
    readonly debit: string;
    readonly credit: string;
  }[];
  /** Ask with it as "after"; null on the last page. */
  readonly next: string | null;
};
