export * from './engine/copy-store.ts';
export * from './engine/lock-folder.ts';
export * from './engine/migrations/migration-state.ts';
export * from './engine/open-store.ts';
export * from './engine/dialect.ts';
export * from './engine/postgres-dialect.ts';
export { readStore } from './engine/read-store.ts';
export * from './engine/sqlite-dialect.ts';
export * from './engine/store-down.ts';
