export * from './outbound-http.ts';
export * from './checked-lookup.ts';
export * from './safe-http.ts';
