export * from './meters.ts';
export * from './metered-hook-post.ts';
export * from './metered-jobs.ts';
export * from './metered-rails.ts';
export * from './metered-store.ts';
export * from './watch-books.ts';
export * from './watch-accounts.ts';
export * from './watch-process.ts';
