export type { IssueChallenge, IssuedChallenge } from './issue-challenge.ts';
export type { EvaluateTransfer } from './evaluate-transfer.ts';
export type { Failing } from './judge-payment.ts';
export { endPayment, holdToMandate, reopenPayment } from './hold-payment.ts';
export {
  type Ceiling,
  type Challenge,
  type Left,
  leftOf,
  limitsOf,
  type Mandate,
  type MandatePayment,
  type MandateReceipt,
} from './mandate.ts';
export { mandates } from './module.ts';
export type { AskedMandate, OwnMandates } from './own-mandates.ts';
export type { PayUnderMandate } from './pay-under-mandate.ts';
export type { PresentedRequest } from './presented-request.ts';
export type { MandatePlace, MandateReads, MandateWrites } from './repository.ts';
export { verdictType } from './verdict-claims.ts';
