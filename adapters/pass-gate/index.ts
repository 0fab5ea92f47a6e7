export * from './no-passes.ts';
