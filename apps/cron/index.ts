export * from './hook-worker.ts';
export * from './start-work.ts';
