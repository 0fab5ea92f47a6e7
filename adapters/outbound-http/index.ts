export * from './outbound-http.ts';
export * from './resolve-name.ts';
export * from './safe-http.ts';
