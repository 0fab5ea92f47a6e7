export { posture } from './module.ts';
export type { AskedBy, Posture } from './posture.ts';
export type { ReadPosture } from './read-posture.ts';
