export * from './system-entropy.ts';
