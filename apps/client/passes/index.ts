export {
  base64Of,
  blindMessages,
  type Blinding,
  bytesInBase64,
  finalizeAll,
  type Pass,
} from './blind.ts';
export { type PassKeyJwk, type PublicKey, readPublicKey } from './public-key.ts';
export { mostTrialPasses, passText, type TakenPasses, takeTrial } from './take-trial.ts';
