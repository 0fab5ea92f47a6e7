export * from './rsa-issuer.ts';
