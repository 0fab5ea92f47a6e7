import { joined } from '../pss.ts';

/** The root of RFC 6962's tree over these texts, base64. */
export async function merkleRoot(leaves: readonly string[]): Promise<string> {
  const hashes = await Promise.all(
    leaves.map((leaf) => sha256(joined(Uint8Array.of(0), new TextEncoder().encode(leaf)))),
  );
  return btoa(String.fromCharCode(...(await rootOf(hashes))));
}

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

async function rootOf(
  hashes: readonly Uint8Array<ArrayBuffer>[],
): Promise<Uint8Array<ArrayBuffer>> {
  const [only] = hashes;
  if (only === undefined) return sha256(new Uint8Array());
  if (hashes.length === 1) return only;
  let split = 1;
  while (split * 2 < hashes.length) split *= 2;
  const [left, right] = await Promise.all([
    rootOf(hashes.slice(0, split)),
    rootOf(hashes.slice(split)),
  ]);
  return sha256(joined(Uint8Array.of(1), left, right));
}
