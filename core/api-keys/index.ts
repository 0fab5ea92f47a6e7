export type { CreateKey } from './create-key.ts';
export type { DeleteKey } from './delete-key.ts';
export { apiKeys } from './module.ts';
export type { NoteKeyUse } from './note-key-use.ts';
export type { KeyUsage, ReadKeyUsage } from './read-key-usage.ts';
export type { RecognizeKey } from './known-keys.ts';
export type { ApiKey, ApiKeyReads, ApiKeyWrites, KeyedRequest, KeyUse } from './repository.ts';
