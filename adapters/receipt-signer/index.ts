export * from './ed25519-signer.ts';
