export * from './sd-jwts.ts';
