export {
  type CheckedReceipt,
  checkReceipt,
  checkReserves,
  type KeptReceipt,
  ReceiptError,
  type ReceiptTrust,
} from './check-receipt.ts';
export { checkLiability, type ShownLiability, type SumRoot } from './check-liability.ts';
