export * from './start-work.ts';
