export * from './origin-probe.ts';
