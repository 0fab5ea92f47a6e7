export * from './listed-tokens.ts';
export * from './sample-terms.ts';
