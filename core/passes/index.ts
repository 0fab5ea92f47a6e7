export { type BadPasses, badPasses, type Presenter } from './bad-passes.ts';
export type { DescribePasses, PassFacts } from './describe-passes.ts';
export type { Issued } from './issue-passes.ts';
export { acceptedUntilMs, acceptWindowMs, keyLifetimeMs, type PassKey } from './key-ring.ts';
export { passes, type PassPolicy } from './module.ts';
export {
  isWellFormed,
  type Pass,
  passPrefix,
  preparedMessageBytes,
  signatureBytes,
} from './pass.ts';
export { openMintLog } from './mint/advance-mint.ts';
export type { DescribeMint, MintFacts, ShownHead } from './mint/describe-mint.ts';
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
