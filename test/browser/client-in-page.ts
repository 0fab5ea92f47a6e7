/** What a page has of the client: one global, `interline`. */
export { createClient, ServiceError } from '@interline/client';
export * from '@interline/client/messages';
export * from '@interline/client/passes';
export * from '@interline/client/private';
