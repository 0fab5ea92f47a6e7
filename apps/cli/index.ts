export * from './up/run-service.ts';
