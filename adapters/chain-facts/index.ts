export * from './solana-facts.ts';
export * from './stellar-facts.ts';
