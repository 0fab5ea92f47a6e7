export * from './evm-chain-reader.ts';
