import { type Bytes, joined } from './bytes.ts';
import { sha3of256, shake256 } from './keccak.ts';
import type { KeyPair, Kem } from './kem.ts';
import { agreedOn, curveBytes, curveKey, randomSecret } from './x25519.ts';

const lattice = 'ML-KEM-768';
const latticeKeyBytes = 1_184;
const latticeBytes = 1_088;
const seedBytes = 64;
/** `\.//^\` */
const label = Uint8Array.of(0x5c, 0x2e, 0x2f, 0x2f, 0x5e, 0x5c);

/**
 * MLKEM768-X25519 of draft-ietf-hpke-pq, which is X-Wing: safe while either half is. Its methods
 * throw where the runtime has no ML-KEM; `hasHybrid` tells.
 */
export const hybrid: Kem = {
  id: 0x647a,
  name: 'MLKEM768-X25519',
  publicBytes: latticeKeyBytes + curveBytes,
  encBytes: latticeBytes + curveBytes,
  canSeal: async () =>
    'encapsulateBits' in subtle() &&
    publicKeyIn(new Uint8Array(latticeKeyBytes)).then(
      () => true,
      () => false,
    ),
  createKey: () => keyOf(randomSecret()),
  keyOf,

  async encapsulate(publicKey) {
    const theirs = await publicKeyIn(publicKey.slice(0, latticeKeyBytes));
    const { ciphertext, sharedKey } = await subtle().encapsulateBits(lattice, theirs);
    const ofCurve = publicKey.slice(latticeKeyBytes);
    const ephemeral = await curveKey(randomSecret());
    const agreed = await agreedOn(ephemeral, ofCurve);
    return {
      enc: joined(new Uint8Array(ciphertext), ephemeral.publicKey),
      sharedSecret: combined(new Uint8Array(sharedKey), agreed, ephemeral.publicKey, ofCurve),
    };
  },

  async decapsulate(enc, { secret }) {
    const { seed, ofCurve } = await expanded(secret);
    const ours = await subtle().importKey('raw-seed', seed, lattice, false, ['decapsulateBits']);
    const sharedKey = await subtle().decapsulateBits(lattice, ours, enc.slice(0, latticeBytes));
    const theirs = enc.slice(latticeBytes);
    const agreed = await agreedOn(ofCurve, theirs);
    return combined(new Uint8Array(sharedKey), agreed, theirs, ofCurve.publicKey);
  },
};

let known: Promise<boolean> | null = null;

/** Whether this runtime can do it: Node from 24.7 and Chromium can; other browsers follow. */
export function hasHybrid(): Promise<boolean> {
  return (known ??= hybrid.createKey().then(
    () => true,
    () => false,
  ));
}

async function keyOf(secret: Bytes): Promise<KeyPair> {
  const { seed, ofCurve } = await expanded(secret);
  const ours = await subtle().importKey('raw-seed', seed, lattice, true, ['decapsulateBits']);
  const theirs = await subtle().getPublicKey(ours, ['encapsulateBits']);
  const raw = new Uint8Array(await subtle().exportKey('raw-public', theirs));
  return { secret, publicKey: joined(raw, ofCurve.publicKey) };
}

function publicKeyIn(raw: Bytes): Promise<PlatformKey> {
  return subtle().importKey('raw-public', raw, lattice, false, ['encapsulateBits']);
}

type PlatformKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
type Use = 'encapsulateBits' | 'decapsulateBits';

/** What ML-KEM is of WebCrypto: Node's types know it, and those of the DOM do not yet. */
interface LatticeCrypto {
  importKey(
    format: 'raw-seed' | 'raw-public',
    raw: Bytes,
    name: typeof lattice,
    isExtractable: boolean,
    uses: readonly Use[],
  ): Promise<PlatformKey>;
  exportKey(format: 'raw-public', key: PlatformKey): Promise<ArrayBuffer>;
  getPublicKey(key: PlatformKey, uses: readonly Use[]): Promise<PlatformKey>;
  encapsulateBits(
    name: typeof lattice,
    key: PlatformKey,
  ): Promise<{ readonly ciphertext: ArrayBuffer; readonly sharedKey: ArrayBuffer }>;
  decapsulateBits(name: typeof lattice, key: PlatformKey, ciphertext: Bytes): Promise<ArrayBuffer>;
}

function subtle(): LatticeCrypto {
  return crypto.subtle as unknown as LatticeCrypto; // CAST: where it is not, its methods are missing.
}

/** The seeds of both halves, out of SHAKE256. */
async function expanded(secret: Bytes): Promise<{ seed: Bytes; ofCurve: KeyPair }> {
  const bytes = shake256(secret, seedBytes + curveBytes);
  return { seed: bytes.slice(0, seedBytes), ofCurve: await curveKey(bytes.slice(seedBytes)) };
}

function combined(ofLattice: Bytes, ofCurve: Bytes, ephemeral: Bytes, recipient: Bytes): Bytes {
  return sha3of256(joined(ofLattice, ofCurve, ephemeral, recipient, label));
}
