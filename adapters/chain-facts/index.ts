export * from './solana-facts.ts';
