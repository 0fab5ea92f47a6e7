import type { Curve } from './curve.ts';
import { nativeCurve } from './native-curve.ts';
import { wasmCurve } from './wasm-curve.ts';

/**
 * The fastest curve of this machine: the native one where it loads and answers right, else the one in
 * WebAssembly. `INTERLINE_CURVE=wasm` leaves the native one out.
 */
export function openCurve(
  env: NodeJS.ProcessEnv = process.env,
  open: () => Curve | null = nativeCurve,
): Curve {
  if (env['INTERLINE_CURVE'] === 'wasm') return wasmCurve;
  const native = open();
  return native !== null && isRight(native) ? native : wasmCurve;
}

/** The curve of this process. */
export const curve: Curve = openCurve();

/** One key, its signature and the way back, as the other library has them. */
function isRight(native: Curve): boolean {
  const [digest, key] = [new Uint8Array(32).fill(0x5a), new Uint8Array(32).fill(0xa5)];
  try {
    const signature = native.sign(digest, key);
    const expected = wasmCurve.sign(digest, key);
    const point = native.recover(digest, signature);
    return (
      signature.yParity === expected.yParity &&
      Buffer.compare(signature.rs, expected.rs) === 0 &&
      point !== null &&
      Buffer.compare(point, wasmCurve.publicKeyOf(key)) === 0
    );
  } catch {
    return false;
  }
}
