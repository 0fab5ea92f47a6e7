export * from './duty-entity.ts';
export * from './duty-table.ts';
export * from './enqueue-job.ts';
export * from './job-entity.ts';
export * from './job-signal.ts';
export * from './job-table.ts';
