export {
  base64Of,
  blindMessages,
  type Blinding,
  bytesInBase64,
  finalizeAll,
  type Pass,
} from './blind.ts';
export {
  checkMint,
  type MintCheck,
  type MintCheckOptions,
  MintError,
  type MintFinding,
  type MintPin,
  type MintView,
} from './mint/check-mint.ts';
export type { WitnessPolicy } from './mint/count-witnesses.ts';
export { lookAtMint } from './mint/look-at-mint.ts';
export type { VerifyMlDsa } from './mint/verify-signature.ts';
export type { MintPins, TakeOptions } from './checked-key.ts';
export {
  claimDrafted,
  type ClaimDraft,
  type ClaimedPasses,
  type ClaimOptions,
  claimPasses,
  draftClaim,
  mostClaimedPasses,
} from './claim-passes.ts';
export { endOfPass } from './end-of-pass.ts';
export { type AskedInvoice, payInvoice } from './pay-invoice.ts';
export { type PassKeyJwk, type PublicKey, readPublicKey } from './public-key.ts';
export {
  mostPrivateTrialPasses,
  mostTrialPasses,
  passText,
  type TakenPasses,
  takeTrial,
} from './take-trial.ts';
