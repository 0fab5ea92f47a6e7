/**
 * What loads a module by a name it was given: discovery, the test of the package that the template
 * writes, the bench beside a peer that is installed apart, and the test of a program that the
 * documents show.
 */
export const computedImports: readonly string[] = [
  'plugins/admission/load-package.ts',
  'plugins/template/new-rail.test.ts',
  'test/bench/peers/x402/facilitator-process.ts',
  'test/evidence/foreign-readers.test.ts',
];
