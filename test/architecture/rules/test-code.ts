/**
 * What test code may import in a room without libraries, and what shipped code may import nowhere
 * else.
 */
export const testTools: readonly string[] = ['chai', 'mocha', 'fast-check'];

/** Shipped folders that are made for tests: the only ones that may import the tools of tests. */
export const testKits: readonly string[] = ['plugins/conformance', 'plugins/testing', 'test'];

/** Subpaths of the harness's packages that only test code may import. */
export const testSubpaths: readonly string[] = ['testing', 'conformance'];
