export { type JsonRecord, NoAnswerError, ServiceError } from '@interline/client';
export * from './commands/init.ts';
export { keptAgentKey } from './rest/kept-agent-key.ts';
export * from './rest/service-client.ts';
export * from './rest/sign-and-send.ts';
export * from './up/run-service.ts';
export * from './up/run-worker.ts';
