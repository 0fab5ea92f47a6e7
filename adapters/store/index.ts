export * from './copy-store.ts';
export * from './lock-folder.ts';
export { NewerStore } from './migrations/apply-migrations.ts';
export * from './migrations/migration-state.ts';
export * from './open-store.ts';
export * from './open-store-on.ts';
export * from './sql/dialect.ts';
export * from './sql/postgres-dialect.ts';
export * from './sql/sqlite-dialect.ts';
