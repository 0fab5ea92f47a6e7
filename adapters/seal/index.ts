export * from './opened-keys.ts';
export * from './seal.ts';
