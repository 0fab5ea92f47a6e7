export * from './no-prices.ts';
export * from './static-prices.ts';
