export { AdmissionError, type AdmissionCode } from './admission/admission-error.ts';
export type { RailChoice } from './admission/choose-rails.ts';
export { discover, type FoundPackage } from './admission/discover.ts';
export { type PackageField, railApi } from './admission/package-field.ts';
export * from './admit-rails.ts';
export * from './check-settings.ts';
export * from './define-rail.ts';
export * from './down-chain.ts';
export {
  defaultGuardSettings,
  type GuardHost,
  type GuardSettings,
  type RailStep,
} from './guard/guard-settings.ts';
export type { TargetChange, TargetChanges } from './guard/allowed-targets.ts';
export { type GuardOptions, guardRail } from './guard/guard-rail.ts';
export * from './deposit-side/deposit-settings.ts';
export * from './deposit-side/deposit-side.ts';
export type { PayoutChain, Receivable } from './payout-side/payout-chain.ts';
export * from './payout-side/payout-settings.ts';
export * from './payout-side/payout-side.ts';
export * from './priced-rail.ts';
export * from './rail-context.ts';
export * from './rail-registry.ts';
export * from './show-units.ts';
export * from './subsidy-settings.ts';
export * from './unless-aborted.ts';
export * from './vocabulary.ts';
