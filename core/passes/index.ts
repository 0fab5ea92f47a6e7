export type { Adoption, LostInvoice, PlanAdoption } from './invoices/adopt-invoice.ts';
export { type BadPasses, badPasses, type Presenter } from './bad-passes.ts';
export type { DescribePasses, PassFacts } from './describe-passes.ts';
export { type ClaimedValue, type InvoiceReads, type InvoiceWrites } from './invoices/repository.ts';
export { type ClaimIssued, type ClaimPasses, remainingOf } from './invoices/claim-passes.ts';
export {
  type Invoice,
  type InvoiceState,
  neverByItself,
  owedInPasses,
  quotaOf,
  stateOf,
} from './invoices/invoice.ts';
export { invoices } from './invoices/module.ts';
export type { InvoiceRequest, OpenedInvoice, OpenInvoice } from './invoices/open-invoice.ts';
export type { PayAuthorized } from './invoices/pay-authorized.ts';
export type { PayBy, PaymentToSign } from './invoices/payment-to-sign.ts';
export type { ShownInvoice } from './invoices/show-invoice.ts';
export type { ReadInvoice } from './invoices/read-invoice.ts';
export type { PayableAsset } from './invoices/payable-assets.ts';
export {
  assetNames,
  bundleNames,
  directAssets,
  mostBundles,
  products,
} from './invoices/products.ts';
export type { Issued } from './issue-passes.ts';
export type { Ring } from './keep-ring.ts';
export { acceptedUntilMs, acceptWindowMs, keyLifetimeMs, type PassKey } from './key-ring.ts';
export { passes, type PassPolicy } from './module.ts';
export {
  isWellFormed,
  type Pass,
  passPrefix,
  preparedMessageBytes,
  signatureBytes,
} from './pass.ts';
export type { DescribeMint, MintFacts, ShownHead } from './mint/describe-mint.ts';
export type { LookAtWitnesses, SeenWitnesses } from './mint/look-at-witnesses.ts';
export { type MintHead, passSuite } from './mint/mint-text.ts';
export type {
  MintLeaf,
  MintLogRecord,
  PassReads,
  PassStats,
  PassUnit,
  PassWrites,
  PublishedHead,
} from './repository.ts';
export type { SignTrial, TrialIssued } from './sign-trial.ts';
export { trialPassesPerDay } from './trial-allowance.ts';
export { type SpendPass, spendWithin, type VerifiedPass, type VerifyPass } from './spend-pass.ts';
