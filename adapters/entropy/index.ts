export * from './hash-secret.ts';
export * from './system-entropy.ts';
