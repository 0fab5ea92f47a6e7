export * from './row-sealer.ts';
