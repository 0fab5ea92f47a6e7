export * from './memory-rate-limiter.ts';
export * from './postgres-rate-limiter.ts';
