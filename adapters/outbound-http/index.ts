export * from './outbound-http.ts';
