import { attachDevnet } from '@interline/devnet';
import { flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { runService } from '@interline/cli';
import type { Deposit } from '@interline/core/transfer';
import { bps } from '@interline/kernel';
import { type Composed, parts, readConfig } from '@interline/server';
import { runTerms } from './run-terms.ts';
import { auditBooks } from '../audit-books.ts';
import type { BooksAudit } from '../process-messages.ts';
import { gullibleFamily } from './gullible-family.ts';
import { rebindFamilies } from './rebind-families.ts';

/** What the parent orders: to start, or to compare the books with the chains. */
export type BeyondEvmOrder =
  | {
      readonly kind: 'start';
      readonly devnetUrl: string;
      readonly dataDir: string;
      readonly port: number;
      /** Where it is to look for the nodes, in the place of the devnet's own URLs. */
      readonly bitcoinUrl: string;
      readonly horizonUrls: readonly string[];
      /** Its custody on Stellar believes a stale Horizon: only to see that a run notices. */
      readonly isGullible: boolean;
    }
  | { readonly kind: 'books' }
  | { readonly kind: 'prices' };

export type BeyondEvmWord =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'books'; readonly books: BooksAudit }
  | { readonly kind: 'prices'; readonly prices: ReadonlyMap<string, DepositPrice> }
  /** It took a slot of its own for one that somebody else took; nobody else has the keys. */
  | { readonly kind: 'account-stopped'; readonly chain: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** At which price a deposit is delivered, and what the agreed amount is paid out as at it. */
export interface DepositPrice {
  readonly price: Deposit['price'];
  readonly output: bigint;
}

const stockDeployment = fileURLToPath(new URL('../../../', import.meta.url));

// The stock service with its rails to Bitcoin and Stellar, as a process that can be killed.
let container: Composed['container'] | null = null;

async function answer(order: BeyondEvmOrder): Promise<BeyondEvmWord> {
  if (order.kind === 'books') {
    if (container === null) throw new Error('the service was not started');
    return { kind: 'books', books: await auditBooks(container) };
  }
  if (order.kind === 'prices') {
    if (container === null) throw new Error('the service was not started');
    return { kind: 'prices', prices: await pricesOf(container) };
  }
  const config = readConfig({
    profile: 'devnet',
    dataDir: order.dataDir,
    logLevel: process.env['INTERLINE_LOG'] ?? 'silent',
    server: { port: order.port },
    limits: { scale: 1_000_000 },
    rails: { settings: {}, include: ['bitcoin', 'stellar'] },
  });
  const { bitcoin, stellar } = await attachDevnet(order.devnetUrl);
  const nodes = new Map([
    ['bitcoin', { on: { ...bitcoin, rpcUrl: order.bitcoinUrl }, instead: {} }],
    ['stellar', { on: stellar, instead: { horizonUrls: order.horizonUrls } }],
  ]);
  await runService(config, {
    baseDir: stockDeployment,
    env: { INTERLINE_DEVNET: order.devnetUrl },
    say: () => undefined,
    rebind: async (inside) => {
      container = inside;
      const deployment = inside.get(parts.deployment);
      const log = inside.get(parts.log);
      inside.rebind(parts.log).toConstantValue({
        ...log,
        error(event, fields) {
          if (event === 'account-stopped')
            say({ kind: 'account-stopped', chain: String(fields?.['chain']) });
          log.error(event, fields);
        },
      });
      inside.rebind(parts.deployment).toConstantValue({
        ...deployment,
        policy: {
          ...deployment.policy,
          rebroadcastAfterMs: 300,
          // Sooner than a Horizon that stands still goes on.
          displacedAfterMs: 300,
          retryAfterMs: 100,
          patienceMs: 10_000,
          deposits: {
            ...runTerms,
            unpaidPerClient: 1_000,
            unpaidInAll: 1_000,
            lockedUsd: 10_000_000,
            lockedShareBps: bps(10_000),
          },
        },
      });
      const families = deployment.families.map(({ family }) => {
        const node = nodes.get(family.id);
        return {
          family: order.isGullible && family.id === 'stellar' ? gullibleFamily(family) : family,
          settings: Object.assign({}, family.onDevnet(node?.on ?? {}), node?.instead),
        };
      });
      await rebindFamilies(inside, families);
    },
  });
  return { kind: 'ready' };
}

async function pricesOf(inside: Composed['container']) {
  const { transfers } = inside.get(parts.store).reads;
  const { chains } = inside.get(parts.deposits);
  const all = { nowMs: 0, lockMs: 0, turn: { from: 0, below: 2 ** 31 } };
  const found = await Promise.all(
    chains.map((chain) => transfers.depositsFrom(chain, -1, 1_000, all)),
  );
  return new Map(
    found.flat().map(({ routeId, price, terms }) => [routeId, { price, output: terms.output }]),
  );
}

function say(word: BeyondEvmWord): void {
  // The parent may be gone already.
  process.send?.(word, () => undefined);
}

process.on('message', (order: BeyondEvmOrder) => {
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
