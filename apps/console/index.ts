export * from './console-pages.ts';
