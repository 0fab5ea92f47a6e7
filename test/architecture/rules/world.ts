/**
 * The workspaces' programs. A process begins there, so the environment it was given is theirs to
 * read.
 */
export const programs = /\/bin\/[^/]+\.js$/;

/**
 * Calls and reads that belong to adapters and apps. `new Date()` is the clock too, `new Date(ms)`
 * is not.
 */
export const worldReads: readonly string[] = [
  'Date.now',
  'new Date',
  'performance.now',
  'Math.random',
  'crypto.randomUUID',
  'crypto.getRandomValues',
  'process.env',
  'fetch',
];

/** Builtins that reach the world as well as any of the calls above. */
export const worldBuiltins: readonly string[] = [
  'child_process',
  'cluster',
  'dgram',
  'dns',
  'http',
  'http2',
  'https',
  'net',
  'perf_hooks',
  'process',
  'tls',
  'worker_threads',
];
