export * from './hook-post.ts';
