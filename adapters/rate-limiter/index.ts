export * from './memory-rate-limiter.ts';
