export * from './enqueue-job.ts';
export * from './job-entity.ts';
export * from './job-signal.ts';
export * from './job-table.ts';
