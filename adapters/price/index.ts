export * from './sourced-prices.ts';
export * from './chainlink-prices.ts';
export * from './defillama-prices.ts';
export * from './static-prices.ts';
