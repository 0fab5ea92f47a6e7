export * from './agreed-price.ts';
export * from './chainlink-prices.ts';
export * from './defillama-coin.ts';
export * from './defillama-prices.ts';
export * from './no-prices.ts';
export * from './price-source.ts';
export * from './sourced-prices.ts';
export * from './static-prices.ts';
