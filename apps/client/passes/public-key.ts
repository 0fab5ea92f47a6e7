import { numberIn } from './numbers.ts';

/** The key as `GET /api/plus/info` has it. */
export interface PassKeyJwk {
  readonly kty: string;
  readonly n: string;
  readonly e: string;
}

export interface PublicKey {
  readonly modulus: bigint;
  readonly bits: number;
  /** RFC 7638. */
  readonly thumb: string;
}

const wantedBits = 2_048;
const smallFactorsBelow = 65_536;

/**
 * A key that blinding hides well under. Throws on any other: a mint that hands out a key of its
 * choice could tell its passes apart by it.
 */
export async function readPublicKey({ kty, n, e }: PassKeyJwk): Promise<PublicKey> {
  if (kty !== 'RSA' || e !== 'AQAB')
    throw new Error('the mint has no key of RSA with the exponent 65537; take no pass from it');
  const modulus = numberIn(bytesIn(n));
  const bits = modulus.toString(2).length;
  if (bits !== wantedBits)
    throw new Error(`the key of the mint has ${bits} bits; wanted ${wantedBits}`);
  const factor = smallFactorOf(modulus);
  if (factor !== null)
    throw new Error(`the key of the mint is divided by ${factor}; take no pass from it`);
  return { modulus, bits, thumb: await thumbOf(n) };
}

/** Three primes to a long division: what is left by their product is a number below 2^53. */
function smallFactorOf(modulus: bigint): number | null {
  const primes = primesBelow(smallFactorsBelow);
  for (let at = 0; at < primes.length; at += 3) {
    const three = primes.slice(at, at + 3);
    const rest = Number(modulus % BigInt(three.reduce((product, prime) => product * prime)));
    const factor = three.find((prime) => rest % prime === 0);
    if (factor !== undefined) return factor;
  }
  return null;
}

/** The sieve of Eratosthenes. */
function primesBelow(limit: number): readonly number[] {
  const isComposite = new Uint8Array(limit);
  const primes: number[] = [];
  for (let number = 2; number < limit; number += 1) {
    if (isComposite[number] === 1) continue;
    primes.push(number);
    for (let multiple = number * number; multiple < limit; multiple += number)
      isComposite[multiple] = 1;
  }
  return primes;
}

async function thumbOf(n: string): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify({ e: 'AQAB', kty: 'RSA', n }));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return btoa(String.fromCharCode(...hash))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function bytesIn(base64url: string): Uint8Array {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
