export * from './lock-folder.ts';
export * from './open-store.ts';
export * from './open-store-on.ts';
export * from './sql/dialect.ts';
export * from './sql/sqlite-dialect.ts';
