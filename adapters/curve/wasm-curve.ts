import { pointFromScalar, recover, signRecoverable } from 'tiny-secp256k1';
import { type Curve, curveOver } from './curve.ts';

/** libsecp256k1 as WebAssembly, which runs wherever Node does. */
export const wasmCurve: Curve = curveOver('wasm', {
  publicKeyOf(privateKey) {
    const point = pointFromScalar(privateKey, false);
    if (point === null) throw new RangeError('the private key has no public key');
    return point;
  },
  sign(digest, privateKey) {
    const { signature, recoveryId } = signRecoverable(digest, privateKey);
    return { rs: signature, recovery: recoveryId };
  },
  recover: (digest, rs, yParity) => recover(digest, rs, yParity, false),
});
