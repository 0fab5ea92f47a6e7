export { type Curve, curveOver } from './curve.ts';
export { nativeCurve } from './native-curve.ts';
export { curve, openCurve } from './open-curve.ts';
export { wasmCurve } from './wasm-curve.ts';
