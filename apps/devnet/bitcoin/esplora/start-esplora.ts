import Router from '@koa/router';
import Koa from 'koa';
import { listenOnLoopback } from '../../http/loopback.ts';
import { readText } from '../../http/read-request.ts';
import { BitcoinRefusal } from '../bitcoin-rpc.ts';
import type { RegtestNode } from '../regtest-node.ts';
import { minedOf, outspendView, unspentView, waitingOf } from './address-reads.ts';
import { coreReads, type CoreReads } from './core-reads.ts';
import { blockView, statusOf, transactionView } from './esplora-views.ts';

export type RunningEsplora = { url: string; stop: () => Promise<void> };

/**
 * A stand-in for Esplora over a regtest node: the paths, fields and texts of Blockstream's API,
 * with none of its code. It has no index of its own, so it reads everything from the node.
 */
export async function startEsplora(node: Pick<RegtestNode, 'rpc'>): Promise<RunningEsplora> {
  const server = await listenOnLoopback(0);
  const handle = esploraApp(coreReads(node)).callback();
  server.serve((request, response) => void handle(request, response));
  return { url: server.url, stop: () => server.close() };
}

function esploraApp(core: CoreReads): Koa {
  const app = new Koa();
  app.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const { status, text } = answerTo(error, ctx.path);
      ctx.status = status;
      ctx.body = text;
    }
  });
  const router = new Router();
  addBlocks(router, core);
  addTransactions(router, core);
  addAddresses(router, core);
  app.use(router.routes());
  return app;
}

function addBlocks(router: Router, core: CoreReads): void {
  router.get('/blocks/tip/height', async (ctx) => {
    ctx.body = String((await core.tip()).blocks);
  });
  router.get('/blocks/tip/hash', async (ctx) => {
    ctx.body = (await core.tip()).bestblockhash;
  });
  router.get('/block-height/:height', async (ctx) => {
    ctx.body = await core.blockHash(Number(ctx.params['height']));
  });
  router.get('/block/:hash', async (ctx) => {
    ctx.body = blockView(await core.block(ctx.params['hash'] ?? ''));
  });
  router.get('/block/:hash/txids', async (ctx) => {
    ctx.body = (await core.block(ctx.params['hash'] ?? '')).tx;
  });
  router.get('/fee-estimates', async (ctx) => {
    const targets = [...Array.from({ length: 25 }, (_, index) => index + 1), 144, 504, 1008];
    const rates = await Promise.all(targets.map((target) => core.estimate(target)));
    // From coins per 1,000 vbytes to sats per vbyte.
    ctx.body = Object.fromEntries(
      targets.flatMap((target, index) => {
        const rate = rates[index];
        return rate === undefined ? [] : [[target, Number((rate * 1e5).toFixed(3))]];
      }),
    );
  });
}

function addTransactions(router: Router, core: CoreReads): void {
  router.get('/tx/:txid', async (ctx) => {
    ctx.body = await transactionView(core, await core.transaction(ctx.params['txid'] ?? ''));
  });
  router.get('/tx/:txid/hex', async (ctx) => {
    ctx.body = (await core.transaction(ctx.params['txid'] ?? '')).hex;
  });
  router.get('/tx/:txid/status', async (ctx) => {
    ctx.body = await orUnspent(
      core.transaction(ctx.params['txid'] ?? '').then((found) => statusOf(core, found)),
      { confirmed: false },
    );
  });
  router.get('/tx/:txid/outspends', async (ctx) => {
    const { txid = '' } = ctx.params;
    const { vout } = await core.transaction(txid);
    ctx.body = await Promise.all(
      vout.map((_output, index) => orUnspent(outspendView(core, txid, index), { spent: false })),
    );
  });
  router.get('/tx/:txid/outspend/:vout', async (ctx) => {
    const { txid = '', vout = '' } = ctx.params;
    ctx.body = await orUnspent(outspendView(core, txid, Number(vout)), { spent: false });
  });
  router.post('/tx', async (ctx) => {
    ctx.body = await core.send((await readText(ctx.req, largestTransactionBytes)).trim());
  });
}

/** A standard transaction has 400,000 weight units at most; in hex two digits a byte. */
const largestTransactionBytes = 800_000;

/** electrs' default `--utxos-limit`. */
const mostUnspent = 500;

/** Mempool transactions per address, without paging. */
const mostWaiting = 50;

function addAddresses(router: Router, core: CoreReads): void {
  const views = (found: Parameters<typeof transactionView>[1][]) =>
    Promise.all(found.map((one) => transactionView(core, one)));
  router.get('/address/:address/utxo', async (ctx) => {
    const found = await unspentView(core, ctx.params['address'] ?? '');
    if (found.length <= mostUnspent) ctx.body = found;
    else {
      ctx.status = 400;
      ctx.body = `Too many unspent transaction outputs (>${mostUnspent}). Contact support to raise limits.`;
    }
  });
  router.get('/address/:address/txs', async (ctx) => {
    const { address = '' } = ctx.params;
    const [waiting, mined] = [
      await waitingOf(core, address),
      await minedOf(core, address, undefined),
    ];
    ctx.body = await views([...waiting, ...mined]);
  });
  router.get('/address/:address/txs/mempool', async (ctx) => {
    const found = await waitingOf(core, ctx.params['address'] ?? '');
    // Esplora promises no order; here transactions with one output are left out first.
    const listed = found.toSorted((a, b) => b.vout.length - a.vout.length);
    ctx.body = await views(listed.slice(0, mostWaiting));
  });
  router.get('/address/:address/txs/chain{/:last}', async (ctx) => {
    const { address = '', last } = ctx.params;
    ctx.body = await views([...(await minedOf(core, address, last))]);
  });
}

/** RPC_INVALID_ADDRESS_OR_KEY and RPC_INVALID_PARAMETER of Core's protocol.h. */
const notFound = new Set([-5, -8]);

/** Esplora has no "no such transaction" here: it answers as for an unconfirmed one. */
async function orUnspent(view: Promise<object>, otherwise: object): Promise<object> {
  try {
    return await view;
  } catch (error) {
    if (error instanceof BitcoinRefusal && notFound.has(error.code)) return otherwise;
    throw error;
  }
}

function answerTo(error: unknown, path: string): { status: number; text: string } {
  if (!(error instanceof BitcoinRefusal)) return { status: 500, text: 'Internal error' };
  if (path === '/tx') {
    const message = error.message.replace(/^sendrawtransaction: /, '');
    const json = JSON.stringify({ code: error.code, message });
    return { status: 400, text: `sendrawtransaction RPC error: ${json}` };
  }
  if (path.startsWith('/address')) return { status: 400, text: 'Invalid Bitcoin address' };
  if (!notFound.has(error.code)) return { status: 500, text: 'Internal error' };
  return {
    status: 404,
    text: path.startsWith('/tx') ? 'Transaction not found' : 'Block not found',
  };
}
