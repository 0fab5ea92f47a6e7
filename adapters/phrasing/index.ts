export * from './openai-phrasing.ts';
