export * from './execute-route.ts';
export * from './prepare-intent.ts';
export * from './quote-route.ts';
export * from './read-route.ts';
