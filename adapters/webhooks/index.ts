export * from './hook-post.ts';
export * from './hook-seal.ts';
