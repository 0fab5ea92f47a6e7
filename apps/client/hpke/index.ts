export { openBase, sealBase } from './base-mode.ts';
export { hasHybrid, hybrid } from './hybrid.ts';
export type { Kem } from './kem.ts';
export { x25519 } from './x25519.ts';
