import { type OwnScriptKind, outputWeight, type ScriptHex } from './output-script.ts';

/**
 * The version of every transaction we make. Under BIP-431, a child of an unconfirmed transaction of
 * this version must have the same version, must be its only child, and is at most 1,000 vbytes. So
 * no recipient can make our replacements expensive. Core relays this version since 28.
 */
export const transactionVersion = 3;

/**
 * The BIP-431 limit: nodes do not relay a heavier transaction of this version. Other versions may
 * weigh ten times as much.
 */
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
 * Weight units of the signed transaction. Exact for taproot inputs. For a p2wpkh input it is an
 * upper bound: usually exact or one unit too high (an R of 33 or 32 bytes), and further off once in
 * 128.
 */
export function transactionWeight(
  inputs: readonly OwnScriptKind[],
  outputs: readonly ScriptHex[],
): number {
  // Version, lock time and the two counts. The witness marker and flag are one weight unit each.
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
