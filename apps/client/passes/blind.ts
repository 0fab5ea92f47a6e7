import { nativePower, nativeText } from './native.ts';
import { bytesOf, hexOf, inversesOf, numberIn, toPublicExponent } from './numbers.ts';
import { encodePss, joined, saltBytes } from './pss.ts';
import type { PublicKey } from './public-key.ts';

/** A message that was blinded. Keep it secret until its signature is there. */
export interface Blinding {
  readonly preparedMessage: Uint8Array<ArrayBuffer>;
  /** What the mint signs. */
  readonly blinded: Uint8Array<ArrayBuffer>;
  /** What the signature of the message must be to the public exponent. */
  readonly encoded: bigint;
  /** Takes the blinding off the signature. */
  readonly inverse: bigint;
}

/** A pass: what is sent as `x-svc-pass`, in base64. */
export interface Pass {
  readonly preparedMsg: string;
  readonly sig: string;
}

/** What chance decides; only tests give any but the platform's. */
export interface Drawn {
  readonly preparedMessage: Uint8Array<ArrayBuffer>;
  readonly salt: Uint8Array<ArrayBuffer>;
  /** Below the modulus, and prime to it. */
  readonly factor: bigint;
}

/** Blind of RFC 9474, section 4.2, for that many new passes. */
export function blindMessages(key: PublicKey, count: number): Promise<readonly Blinding[]> {
  return blindDrawn(key, draw(key, count));
}

export async function blindDrawn(
  { modulus, bits }: PublicKey,
  drawn: readonly Drawn[],
): Promise<readonly Blinding[]> {
  const toExponent = powerOf(modulus, bits);
  const inverses = inversesOf(
    drawn.map(({ factor }) => factor),
    modulus,
  );
  return Promise.all(
    drawn.map(async ({ preparedMessage, salt, factor }, at) => {
      const encoded = numberIn(await encodePss(preparedMessage, salt, bits));
      const hidden = (encoded * toExponent(factor)) % modulus;
      return {
        preparedMessage,
        blinded: bytesOf(hidden, bits / 8),
        encoded,
        inverse: inverses[at] ?? 0n,
      };
    }),
  );
}

/**
 * Finalize of RFC 9474, section 4.4, for a whole batch. Throws where one signature does not verify,
 * and none may be used then: a mint that spoils some could tell by what is spent whose they were.
 */
export function finalizeAll(
  { modulus, bits }: PublicKey,
  blindings: readonly Blinding[],
  signatures: readonly Uint8Array[],
): readonly Pass[] {
  if (signatures.length !== blindings.length)
    throw new Error(`the mint answered ${signatures.length} signatures for ${blindings.length}`);
  const toExponent = powerOf(modulus, bits);
  const unblinded = blindings.map(
    ({ inverse }, at) => (numberIn(signatures[at] ?? new Uint8Array()) * inverse) % modulus,
  );
  const wrong = unblinded.findIndex(
    (signature, at) => toExponent(signature) !== blindings[at]?.encoded,
  );
  if (wrong !== -1)
    throw new Error(
      `signature ${wrong} of the mint does not verify; the whole batch is discarded, and none of it may be used`,
    );
  return blindings.map(({ preparedMessage }, at) => ({
    preparedMsg: base64Of(preparedMessage),
    sig: base64Of(bytesOf(unblinded[at] ?? 0n, bits / 8)),
  }));
}

function powerOf(modulus: bigint, bits: number): (base: bigint) => bigint {
  return nativePower(modulus, bits) ?? ((base) => toPublicExponent(base, modulus));
}

const prefix = 'svc-plus-v1:';
const drawnBytes = 32;
const encoder = new TextEncoder();

/** What a whole batch needs, asked for at once: asking takes longer than the chance itself. */
function draw({ modulus, bits }: PublicKey, count: number): readonly Drawn[] {
  const each = 2 * drawnBytes + saltBytes + bits / 8;
  const chance = random(count * each);
  return Array.from({ length: count }, (_, at) => {
    const own = chance.subarray(at * each, (at + 1) * each);
    const message = `${prefix}${hexOf(own.subarray(0, drawnBytes))}`;
    return {
      preparedMessage: joined(own.subarray(drawnBytes, 2 * drawnBytes), encoder.encode(message)),
      salt: own.subarray(2 * drawnBytes, 2 * drawnBytes + saltBytes),
      factor: numberBelow(modulus, own.subarray(2 * drawnBytes + saltBytes)),
    };
  });
}

/**
 * What was drawn, or, where it is not below the modulus, what is drawn again: uniform. That it shares a
 * factor with it never happens.
 */
function numberBelow(modulus: bigint, drawn: Uint8Array): bigint {
  let number = numberIn(drawn);
  while (number <= 1n || number >= modulus) number = numberIn(random(drawn.length));
  return number;
}

/** The most that the platform draws in one call. */
const drawnAtOnce = 65_536;

function random(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let start = 0; start < length; start += drawnAtOnce)
    crypto.getRandomValues(bytes.subarray(start, start + drawnAtOnce));
  return bytes;
}

export function base64Of(bytes: Uint8Array): string {
  return nativeText(bytes, 'base64') ?? btoa(String.fromCharCode(...bytes));
}

export function bytesInBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
