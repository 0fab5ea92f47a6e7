import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { type Curve, curveOver } from './curve.ts';

/** What is used of the package, which has no types of its own. */
interface Binding {
  contextRandomize(seed: Uint8Array): void;
  publicKeyCreate(privateKey: Uint8Array, compressed: boolean): Uint8Array;
  ecdsaSign(
    digest: Uint8Array,
    privateKey: Uint8Array,
  ): { readonly signature: Uint8Array; readonly recid: number };
  ecdsaRecover(
    rs: Uint8Array,
    recovery: number,
    digest: Uint8Array,
    compressed: boolean,
  ): Uint8Array;
}

/**
 * libsecp256k1 as machine code, from the prebuilt of this platform (x64 Linux, macOS on ARM, x64
 * Windows); null where there is no prebuilt or it does not load. The package's own entry would fall
 * back to a JavaScript library, so its binding is loaded directly.
 */
export function nativeCurve(): Curve | null {
  try {
    // CAST: the package's documented functions; `openCurve` tries them before anything relies on them.
    const binding = createRequire(import.meta.url)('secp256k1/bindings.js') as Binding;
    // Blinds what an observer of the machine could learn of keys while they sign.
    binding.contextRandomize(randomBytes(32));
    return curveOver('native', {
      publicKeyOf: (privateKey) => binding.publicKeyCreate(privateKey, false),
      sign(digest, privateKey) {
        const { signature, recid } = binding.ecdsaSign(digest, privateKey);
        return { rs: signature, recovery: recid };
      },
      recover: (digest, rs, yParity) => binding.ecdsaRecover(rs, yParity, digest, false),
    });
  } catch {
    return null;
  }
}
