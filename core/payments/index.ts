export type { DemandFor, Sale, SaleDemand } from './demand-for.ts';
export type { DescribeKinds, ServedAsset, ServedChain } from './describe-kinds.ts';
export type { FundedPayment, FundPayment, FundRequest } from './fund-payment.ts';
export type { Authorization, Demand, PaymentRequest } from './judge-request.ts';
export { x402 } from './module.ts';
export type { PaymentPolicy } from './ports.ts';
export type { Right } from './quota.ts';
export type { ReadSettlement, ShownSettlement } from './read-settlement.ts';
export type { PaymentReads, PaymentWrites } from './repository.ts';
export type { Settled, SettlePayment, SettleRequest } from './settle-payment.ts';
export {
  methodOf,
  type Settlement,
  type SettlementOutcome,
  type SettlementStatus,
  settlementStatuses,
} from './settlement.ts';
export type { IsSold, SaleAddress } from './sold-once.ts';
export type { Verdict, VerifyPayment } from './verify-payment.ts';
