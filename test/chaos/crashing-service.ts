import { announcingStore } from '@interline/core';
import { issueReceipt } from '@interline/core/evidence';
import { flushCompileCache } from 'node:module';
import { runService } from '@interline/cli';
import { type Composed, parts, readConfig } from '@interline/server';
import { guardRail, railRegistry } from '@interline/plugins';
import type { CustodyPort } from '@interline/ports';
import { guardOptions } from '../support/guard-options.ts';
import { stockRail } from '../support/stock-rail.ts';
import { auditBooks } from './audit-books.ts';
import { auditStore } from './audit-store.ts';
import { crashCustody } from './crash-custody.ts';
import { crashTrigger } from './crash-trigger.ts';
import { crashRun } from './crash-work.ts';
import { storeCopy } from './store-copy.ts';
import { forgetfulReader } from './forgetful-reader.ts';
import type { ServiceOrder, ServiceStart, ServiceWord } from './process-messages.ts';

// The whole service as a process that can be killed. It loads its code, waits for the order to
// start, and then dies at the moment it was armed for; unarmed it serves until somebody else ends
// it.

let container: Composed['container'] | null = null;

async function start(order: ServiceStart): Promise<ServiceWord> {
  const config = readConfig({
    profile: 'devnet',
    dataDir: order.dataDir,
    logLevel: process.env['INTERLINE_LOG'] ?? 'silent',
    server: { port: order.port },
    hooks: { allowLoopback: true },
    limits: { scale: 1_000_000 },
    batching: [...order.batching],
    rpcUrls: Object.fromEntries(Object.entries(order.rpcUrls).map(([id, urls]) => [id, [...urls]])),
    ...(order.database === null
      ? {}
      : { database: { url: { env: 'CRASH_DATABASE' }, schema: order.database.schema } }),
  });
  const { url } = await runService(config, {
    baseDir: order.dataDir,
    env: { INTERLINE_DEVNET: order.devnetUrl, CRASH_DATABASE: order.database?.url },
    say: () => undefined,
    rebind: (inside) => {
      container = inside;
      rebind(inside, order);
    },
  });
  if (container === null) throw new Error('the composition did not offer its container');
  const custody = container.get(parts.evm);
  return {
    kind: 'ready',
    url,
    accounts: { spender: custody.evmAccounts.spender, float: custody.evmAccounts.float },
  };
}

function rebind(inside: Composed['container'], order: ServiceStart): void {
  const { policy, crash, paysTwice, backup } = order;
  const deployment = inside.get(parts.deployment);
  const trigger = crashTrigger(crash);
  const store = inside.get(parts.openStore);
  const copy = storeCopy(backup, deployment.storeDir);
  const run = crashRun(store, trigger, (routeIds) => {
    say({ kind: 'moved', routeIds });
    return copy.noteCommit();
  });
  const receiptParts = {
    reads: store.reads.evidence,
    receiptSigner: inside.get(parts.receiptSigner),
    entropy: inside.get(parts.entropy),
    clock: inside.get(parts.clock),
    log: inside.get(parts.log),
  };
  const reads = paysTwice ? forgetfulReader(store.reads) : store.reads;
  inside
    .rebind(parts.deployment)
    .toConstantValue({ ...deployment, policy: { ...deployment.policy, ...policy } });
  inside
    .rebind(parts.store)
    .toConstantValue(
      announcingStore({ run, reads }, inside.get(parts.clock), issueReceipt(receiptParts)),
    );
  inside.rebind(parts.custody).toConstantValue(crashCustody(inside.get(parts.evm), trigger));
  inside
    .bind(parts.registry)
    .toConstantValue(railRegistry([guardRail(stockRail(), guardOptions(inside))]));
}

async function answer(order: ServiceOrder): Promise<ServiceWord> {
  if (order.kind === 'start') return start(order.start);
  if (container === null) throw new Error('the service was not started');
  if (order.kind === 'audit')
    return { kind: 'audit', audit: await auditStore(container, order.routeIds) };
  if (order.kind === 'books') return { kind: 'books', books: await auditBooks(container) };
  if (order.kind === 'merging')
    return { kind: 'merging', isMerging: isMerging(container.get(parts.custody)) };
  const reader = container.get(parts.store).reads;
  if (order.kind === 'strangers') {
    const known = await Promise.all(
      order.hashes.map((hash) => reader.transactions.signedTransaction(hash)),
    );
    return { kind: 'strangers', hashes: order.hashes.filter((_, at) => known[at] === null) };
  }
  return {
    kind: 'routes',
    routes: await Promise.all(order.keys.map((key) => reader.transfers.routeByPermit(key))),
  };
}

function isMerging(custody: CustodyPort): boolean {
  return custody.chains.every(
    (chain) =>
      custody.mergesTransactions(chain, 'spender') && custody.mergesTransactions(chain, 'float'),
  );
}

function say(word: ServiceWord): void {
  // The parent may be gone already.
  process.send?.(word, () => undefined);
}

process.on('message', (order: ServiceOrder) => {
  void answer(order).then(say, (error: unknown) =>
    say({
      kind: 'failed',
      reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  );
});
// The parent is gone: there is nothing left to serve.
process.on('disconnect', () => process.exit());
// It ends by a SIGKILL, with which its share of the compile cache would be lost.
flushCompileCache();
say({ kind: 'loaded' });
