export * from './ed25519-keys.ts';
