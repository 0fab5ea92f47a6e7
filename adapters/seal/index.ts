export * from './seal.ts';
