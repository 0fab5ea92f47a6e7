/** An invoice was made, and the command did not come to its passes: it may have been paid. */
export class UnfinishedPurchase extends Error {
  readonly invoice: string;
  readonly follow: string;

  constructor(invoice: string, follow: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.invoice = invoice;
    this.follow = follow;
  }
}
