export * from './hook-post.ts';
export * from './sign-hook.ts';
