export * from './meters.ts';
export * from './metered-work.ts';
export * from './metered-rails.ts';
export * from './metered-store.ts';
export * from './gauges.ts';
