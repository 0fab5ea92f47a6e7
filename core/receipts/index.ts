export type { DeliverReceipt } from './deliver-receipt.ts';
export { receipts } from './module.ts';
export type { ReceiptKey, ReceiptReads, ReceiptWrites } from './repository.ts';
export type { ReceiptKeys } from './signing-key.ts';
