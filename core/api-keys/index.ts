export { createKey, type CreateKey } from './create-key.ts';
export { noteKeyUse, type NoteKeyUse } from './note-key-use.ts';
export { type KeyUsage, readKeyUsage, type ReadKeyUsage } from './read-key-usage.ts';
export { recognizeKey, type RecognizeKey } from './recognize-key.ts';
export type { ApiKey, ApiKeyReads, ApiKeyWrites, KeyedRequest, KeyUse } from './repository.ts';
export { apiKeys } from './module.ts';
