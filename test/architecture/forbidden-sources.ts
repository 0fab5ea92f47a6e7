/** A file that must not be, and what the fence says of it. The file need not exist. */
export interface Forbidden {
  readonly path: string;
  readonly text: string;
  readonly refused: string;
}

/** The imports that a contributor will try one day, in every form an import has. */
export const forbiddenImports: readonly Forbidden[] = [
  row(
    'core/kernel/fee.ts',
    "import { readFileSync } from 'node:fs';",
    'node:fs: the kernel imports nothing but itself',
  ),
  row(
    'core/kernel/fee.ts',
    "import type { Clock } from '@interline/ports';",
    '@interline/ports: the kernel imports nothing but itself',
  ),
  row(
    'core/kernel/fee.ts',
    "import { z } from 'zod';",
    'zod: the kernel imports nothing but itself',
  ),
  row('core/kernel/fee.ts', "import { join } from 'path';", 'write node:path'),
  row(
    'core/kernel/fee.test.ts',
    "import { readFileSync } from 'node:fs';",
    'node:fs: the kernel imports nothing but itself',
  ),
  row(
    'core/kernel/fee.test.ts',
    "import sinon from 'sinon';",
    'sinon: the kernel imports nothing but itself',
  ),
  row(
    'core/kernel/fee.ts',
    "import fc from 'fast-check';",
    'fast-check is for tests, and this file is shipped',
  ),
  row(
    'core/kernel/fee.ts',
    "import { feeOf } from './fee.test.ts';",
    './fee.test.ts is test code, and this file is shipped',
  ),
  row(
    'ports/store.ts',
    "export type { QuoteRoute } from '@interline/core';",
    '@interline/core: ports import the kernel only',
  ),
  row(
    'ports/store.ts',
    "import type { EventEmitter } from 'node:events';",
    'node:events: ports import the kernel only',
  ),
  row(
    'ports/store.ts',
    "type Row = import('typeorm').EntitySchema;",
    'typeorm: ports import the kernel only',
  ),
  row(
    'core/transfer/quote/quote-route.ts',
    "import '@interline/adapters/store';",
    '@interline/adapters/store: the core imports kernel and ports only',
  ),
  row(
    'core/transfer/quote/quote-route.ts',
    "import { guardRail } from '@interline/plugins';",
    '@interline/plugins: the core imports kernel and ports only',
  ),
  row(
    'core/transfer/quote/quote-route.ts',
    "await import('ethers');",
    'ethers: the core imports kernel and ports only',
  ),
  row(
    'core/transfer/quote/quote-route.ts',
    "import { feeOf } from '../../../ports/clock.ts';",
    '../../../ports/clock.ts leaves the workspace core',
  ),
  row(
    'plugins/guard/guard-rail.ts',
    "import { pinoLog } from '@interline/adapters/log';",
    '@interline/adapters/log: plugins import kernel, ports and libraries',
  ),
  row(
    'plugins/guard/guard-rail.ts',
    "const rail = await import('@interline/rail-sandbox');",
    '@interline/rail-sandbox: rails are discovered, nobody imports one by name',
  ),
  row(
    'plugins/guard/guard-rail.ts',
    'const rail = await import(name);',
    'only discovery imports a computed name',
  ),
  row(
    'plugins/guard/guard-rail.ts',
    'const rail = createRequire(base)(name);',
    'only discovery imports a computed name',
  ),
  row(
    'plugins/guard/guard-rail.ts',
    "import { expect } from 'chai';",
    'chai is for tests, and this file is shipped',
  ),
  row(
    'plugins/guard/guard-rail.ts',
    "import { env } from 'node:process';",
    'node:process: time, chance and the network are ports here',
  ),
  row(
    'plugins/guard/guard-rail.ts',
    "import { testContext } from '../testing/index.ts';",
    '../testing/index.ts is test code, and this file is shipped',
  ),
  row(
    'plugins/template/files/rail.ts.tmpl',
    "import { discover } from '../../admission/discover.ts';",
    '../../admission/discover.ts leaves the workspace plugins/template/files',
  ),
  row(
    'rails/stellar/rail.ts',
    "import type { ChainRef } from '@interline/kernel';",
    '@interline/kernel: a rail imports @interline/plugins and libraries',
  ),
  row(
    'rails/stellar/rail.ts',
    "import type { RailPort } from '@interline/ports';",
    '@interline/ports: a rail imports @interline/plugins and libraries',
  ),
  row(
    'rails/stellar/rail.ts',
    "export { rail } from '@interline/rail-solana';",
    '@interline/rail-solana: rails are discovered, nobody imports one by name',
  ),
  row(
    'rails/stellar/rail.ts',
    "import { rail } from '../solana/rail.ts';",
    '../solana/rail.ts leaves the workspace rails/stellar',
  ),
  row(
    'rails/stellar/rail.ts',
    "import { connect } from 'node:net';",
    'node:net: a rail imports @interline/plugins and libraries',
  ),
  row(
    'rails/stellar/rail.ts',
    "import { createHash } from 'node:crypto';",
    'node:crypto: a rail imports @interline/plugins and libraries',
  ),
  row('rails/stellar/rail.ts', "import { exec } from 'child_process';", 'write node:child_process'),
  row(
    'rails/stellar/rail.ts',
    "import { Wallet } from 'ethers/wallet';",
    'ethers: EVM encoding stays at the edge',
  ),
  row(
    'rails/stellar/rail.ts',
    "import { conformance } from '@interline/plugins/conformance';",
    '@interline/plugins/conformance is for tests, and this file is shipped',
  ),
  row(
    'rails/stellar/rail.test.ts',
    "import { openStore } from '@interline/adapters/store';",
    '@interline/adapters/store: a rail imports @interline/plugins and libraries',
  ),
  row(
    'adapters/price/median.ts',
    "import { discover } from '@interline/plugins';",
    '@interline/plugins: adapters import core, ports and libraries',
  ),
  row(
    'adapters/price/median.ts',
    "import { DataSource } from 'typeorm';",
    "typeorm: the database is the store's",
  ),
  row(
    'adapters/price/median.ts',
    "import Database = require('better-sqlite3');",
    "better-sqlite3: the database is the store's",
  ),
  row(
    'adapters/store/open-store.ts',
    "import 'reflect-metadata';",
    'reflect-metadata: it is installed as a peer only, this repository has no decorators',
  ),
  row(
    'apps/server/compose.ts',
    "import { rail } from '@interline/rail-floatlane';",
    '@interline/rail-floatlane: rails are discovered, nobody imports one by name',
  ),
  row(
    'apps/server/compose.ts',
    "import.meta.resolve('@interline/rail-floatlane');",
    '@interline/rail-floatlane: rails are discovered, nobody imports one by name',
  ),
  row(
    'apps/server/compose.ts',
    "import { startHttp } from '@interline/http';",
    '@interline/http: the server imports core, ports, plugins and adapters',
  ),
  row(
    'apps/server/compose.ts',
    "import rail from '/srv/rails/stellar/rail.ts';",
    '/srv/rails/stellar/rail.ts is neither relative nor a package nor a node: builtin',
  ),
  row(
    'apps/server/compose.ts',
    "import rail from '#rails/stellar';",
    '#rails/stellar is neither relative nor a package nor a node: builtin',
  ),
  row(
    'apps/http/areas/quote.ts',
    "export * from '@interline/adapters/store';",
    '@interline/adapters/store: http imports core, ports and the server',
  ),
  row(
    'apps/http/areas/quote.ts',
    "import type { Devnet } from '@interline/devnet';",
    '@interline/devnet: http imports core, ports and the server',
  ),
  row(
    'apps/http/areas/quote.ts',
    "import { type Container } from 'inversify';",
    'inversify: the container is used once, at the root',
  ),
  row(
    'apps/cron/worker.ts',
    "const { store } = require('@interline/adapters/store');",
    '@interline/adapters/store: cron imports core, ports and the server',
  ),
  row(
    'apps/cron/worker.ts',
    '/// <reference types="@interline/adapters" />',
    '@interline/adapters: cron imports core, ports and the server',
  ),
  row(
    'apps/cli/commands/status.ts',
    "import { Container } from 'inversify';",
    'inversify only as types: the container is used once, at the root',
  ),
  row(
    'apps/cli/commands/status.ts',
    "import Koa from 'koa';",
    'koa: HTTP is served by the apps that face it',
  ),
  row(
    'apps/cli/commands/status.ts',
    "import { sampleQuote } from '@interline/http/testing';",
    '@interline/http/testing is for tests, and this file is shipped',
  ),
  row(
    'apps/client/verify-webhook.ts',
    "import { createHmac } from 'node:crypto';",
    'node:crypto: the client runs in a browser too, so it imports nothing but itself',
  ),
  row(
    'apps/client/signer.ts',
    "import type { Signer } from 'ethers';",
    'ethers: the client runs in a browser too, so it imports nothing but itself',
  ),
  row(
    'apps/client/client.ts',
    "import type { Quote } from '@interline/kernel';",
    '@interline/kernel: the client runs in a browser too, so it imports nothing but itself',
  ),
  row(
    'apps/devnet/child.ts',
    "import type { ChainRef } from '@interline/kernel';",
    '@interline/kernel: the devnet imports the witness, which it runs, and no other room',
  ),
  row(
    'apps/witness/add-checkpoint.ts',
    "import type { MintHead } from '@interline/core/passes';",
    "@interline/core/passes: the witness imports adapters only: nothing of the service's core, for it watches over it",
  ),
  row(
    'apps/console/src/state/service.ts',
    "import { endpoints } from '@interline/http';",
    '@interline/http: the console is a page, so of ours it imports the client only',
  ),
  row(
    'apps/relay/forward.ts',
    "import { requestBytes } from '@interline/core/private-lane';",
    '@interline/core/private-lane: the relay shares nothing with the gateway but the wire',
  ),
  row(
    'test/journeys/pay.test.ts',
    "import { rail } from '@interline/rail-floatlane';",
    '@interline/rail-floatlane: rails are discovered, nobody imports one by name',
  ),
  row(
    'test/journeys/pay.test.ts',
    "import { rail } from '../../rails/floatlane/rail.ts';",
    '../../rails/floatlane/rail.ts leaves the workspace test',
  ),
  row(
    'tools/deploy.ts',
    "import { discover } from '@interline/plugins';",
    'this folder has no row in rules/rooms.ts',
  ),
];

/** Reads of the world where time, chance, environment and network are ports. */
export const forbiddenReads: readonly Forbidden[] = [
  read('core/kernel/price.ts', 'const now = Date.now();', 'Date.now'),
  read('core/transfer/quote/quote-route.ts', 'const now = new Date();', 'new Date'),
  read('core/transfer/quote/quote-route.ts', "const now = globalThis.Date['now']();", 'Date.now'),
  read('core/transfer/quote/quote-route.ts', 'const { now } = Date;', 'Date.now'),
  read('ports/price.ts', 'const started = performance.now();', 'performance.now'),
  read('plugins/guard/guard-rail.ts', 'const jitter = Math.random() * 100;', 'Math.random'),
  read('plugins/guard/guard-rail.ts', 'const id = crypto.randomUUID();', 'crypto.randomUUID'),
  read('rails/stellar/rail.ts', 'const key = process.env.STELLAR_KEY;', 'process.env'),
  read('rails/stellar/rail.ts', 'const { env: settings } = process;', 'process.env'),
  read('rails/stellar/rail.ts', "await fetch('https://horizon.stellar.org');", 'fetch'),
  read('rails/stellar/rail.ts', "await globalThis.fetch('https://horizon.stellar.org');", 'fetch'),
];

/** What the same fence lets through, so that it can't be green by refusing everything. */
export const permitted: readonly Omit<Forbidden, 'refused'>[] = [
  {
    path: 'core/kernel/fee.test.ts',
    text: "import { expect } from 'chai'; import fc from 'fast-check'; import { feeOf } from './fee.ts';",
  },
  {
    path: 'core/transfer/quote/quote-route.ts',
    text: "import type { Clock } from '@interline/ports'; import { feeOf } from '@interline/kernel';",
  },
  {
    path: 'core/transfer/quote/quote-route.ts',
    text: 'const at = new Date(clock.nowMs()); // Date.now() and fetch() in a comment\nrail.fetch(at);',
  },
  {
    path: 'plugins/conformance/check.ts',
    text: "import { expect } from 'chai'; import { join } from 'node:path';",
  },
  {
    path: 'plugins/admission/load-package.ts',
    text: 'await import(pathToFileURL(createRequire(base).resolve(name)).href);',
  },
  {
    path: 'plugins/bin/new-rail.js',
    text: 'process.execve(process.execPath, [source], process.env);',
  },
  {
    path: 'plugins/template/files/conformance.test.ts.tmpl',
    text: "import { conformance } from '@interline/plugins/conformance';",
  },
  {
    path: 'rails/stellar/rail.ts',
    text: "import { z } from 'zod'; import { defineRail } from '@interline/plugins';",
  },
  {
    path: 'rails/stellar/rail.test.ts',
    text: "import { readFileSync } from 'node:fs'; import '@interline/plugins/conformance'; Date.now();",
  },
  {
    path: 'adapters/store/open-store.ts',
    text: "import { DataSource } from 'typeorm'; process.env.HOME; Date.now();",
  },
  {
    path: 'apps/server/compose.ts',
    text: "import { Container } from 'inversify'; import { openStore } from '@interline/adapters/store';",
  },
  {
    path: 'apps/cli/up/readiness.ts',
    text: "import type { Container } from 'inversify'; import { serve } from '@interline/http';",
  },
  { path: 'apps/devnet/fork-devnet.ts', text: "import.meta.resolve('@interline/devnet/child');" },
  {
    path: 'test/http/quote.test.ts',
    text: "import { openStore } from '@interline/adapters/store'; import { sampleQuote } from '@interline/http/testing';",
  },
];

function row(path: string, text: string, reason: string): Forbidden {
  return {
    path,
    text,
    refused: path.startsWith('tools/') ? `${path}: ${reason}` : `${path}:1: ${reason}`,
  };
}

function read(path: string, text: string, name: string): Forbidden {
  return row(path, text, `${name}: time, chance, environment and network are ports here`);
}
