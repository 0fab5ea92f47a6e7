export * from './fake-http-deps.ts';
export * from './fake-use-cases.ts';
export * from './memory-log.ts';
export * from './refusal-of.ts';
export * from './sample-intent.ts';
export * from './sample-quote.ts';
export * from './sample-route.ts';
export * from './sample-tokens.ts';
