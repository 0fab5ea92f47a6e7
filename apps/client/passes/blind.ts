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
  return blindDrawn(
    key,
    Array.from({ length: count }, () => draw(key)),
  );
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

function draw({ modulus, bits }: PublicKey): Drawn {
  const message = new TextEncoder().encode(`${prefix}${hexOf(random(drawnBytes))}`);
  return {
    preparedMessage: joined(random(drawnBytes), message),
    salt: random(saltBytes),
    factor: drawBelow(modulus, bits / 8),
  };
}

/** Uniform below the modulus, by drawing again; that it shares a factor with it never happens. */
function drawBelow(modulus: bigint, bytes: number): bigint {
  for (;;) {
    const drawn = numberIn(random(bytes));
    if (drawn > 1n && drawn < modulus) return drawn;
  }
}

function random(bytes: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(bytes));
}

export function base64Of(bytes: Uint8Array): string {
  return nativeText(bytes, 'base64') ?? btoa(String.fromCharCode(...bytes));
}

export function bytesInBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
