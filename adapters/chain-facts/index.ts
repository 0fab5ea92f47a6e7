export * from './facts-of-chains.ts';
export * from './horizon-not-found.ts';
export * from './kept-for.ts';
export * from './solana-facts.ts';
export * from './stellar-facts.ts';
