import { secp256k1 } from '@noble/curves/secp256k1.js';
import { type Curve, curveOver } from '@interline/adapters/curve';

/** A curve in JavaScript, of other hands than libsecp256k1: what the others are held against. */
export const nobleCurve: Curve = curveOver('noble', {
  publicKeyOf: (privateKey) => secp256k1.getPublicKey(privateKey, false),
  sign(digest, privateKey) {
    const signed = secp256k1.sign(digest, privateKey, { prehash: false, format: 'recovered' });
    return { rs: signed.slice(1), recovery: signed[0] ?? -1 };
  },
  recover: (digest, rs, yParity) =>
    secp256k1.Point.fromBytes(
      secp256k1.recoverPublicKey(Uint8Array.of(yParity, ...rs), digest, { prehash: false }),
    ).toBytes(false),
});
