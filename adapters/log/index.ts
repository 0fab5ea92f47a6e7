export * from './pino-log.ts';
