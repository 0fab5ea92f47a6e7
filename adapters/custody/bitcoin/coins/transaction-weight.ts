import { type OwnScriptKind, outputWeight, type ScriptHex } from './output-script.ts';

/**
 * The version of every transaction of ours. BIP-431: what spends an unconfirmed output of one is of
 * version 3 too, one at a time and of 1,000 vbytes at most, so that no recipient can make ours dear to
 * replace. Core relays it since version 28.
 */
export const transactionVersion = 3;

/** BIP-431: nodes relay nothing heavier of that version. A tenth of what they relay of others. */
export const heaviestWeight = 40_000;

/**
 * Weight units of a signed input: 41 bytes outside the witness, and in it a 64-byte Schnorr
 * signature (taproot key path, default sighash) or an ECDSA signature of at most 72 bytes with its
 * key. An ECDSA signature can be a byte or two shorter, so the weight of a p2wpkh input is an upper
 * bound.
 */
export const inputWeight: Readonly<Record<OwnScriptKind, number>> = {
  p2tr: 4 * 41 + 1 + 1 + 64,
  p2wpkh: 4 * 41 + 1 + 1 + 72 + 1 + 33,
};

/**
 * Weight units of the signed transaction: exact for taproot inputs. For a p2wpkh input it is an
 * upper bound, by nothing or one unit as a rule (an R of 33 or 32 bytes), by more once in 128.
 */
export function transactionWeight(
  inputs: readonly OwnScriptKind[],
  outputs: readonly ScriptHex[],
): number {
  // Version, lock time and the two counts; the witness's marker and flag are a weight unit each.
  const frame = 4 * (4 + 4 + countBytes(inputs.length) + countBytes(outputs.length)) + 2;
  const spent = inputs.reduce((sum, kind) => sum + inputWeight[kind], 0);
  return outputs.reduce((sum, script) => sum + outputWeight(script), frame + spent);
}

/** Weight in vbytes, rounded up as nodes do. */
export function vsizeOf(weight: number): number {
  return Math.ceil(weight / 4);
}

function countBytes(count: number): number {
  return count < 253 ? 1 : 3;
}
