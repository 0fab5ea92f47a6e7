export { type Checkpoint, checkpointText, readCheckpoint } from './checkpoint.ts';
export { cosign } from './cosignature.ts';
export { emptyRoot, isConsistent, isIncluded, leafHashOf } from './merkle-tree.ts';
export { transparencyLog, type WitnessSettings } from './transparency-log.ts';
export { hasMlDsa, rawPublicKey } from './ml-dsa.ts';
export {
  isKeyName,
  isSignedBy,
  noteKey,
  type NoteKey,
  noteKeyTypes,
  noteOf,
  readNote,
  readVerifierKey,
  signatureLine,
  signaturesBy,
  strictBase64,
  verifierKey,
} from './signed-note.ts';
