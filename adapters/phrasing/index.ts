export * from './no-phrasing.ts';
export * from './openai-phrasing.ts';
