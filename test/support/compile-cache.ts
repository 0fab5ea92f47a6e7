/**
 * For the environment of a process that has little else in it: where this run keeps what was
 * compiled (`root-hooks.ts`).
 */
const folder = process.env['NODE_COMPILE_CACHE'];

export const compileCache: Readonly<Record<string, string>> =
  folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
