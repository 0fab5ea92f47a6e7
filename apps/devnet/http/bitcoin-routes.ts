import type Router from '@koa/router';
import { BitcoinRefusal } from '../bitcoin/bitcoin-rpc.ts';
import { wantedBitcoind } from '../bitcoin/find-bitcoind.ts';
import type { RegtestNode } from '../bitcoin/regtest-node.ts';
import { readFields, readJsonBody, RequestRefused, shown } from './read-request.ts';

const mostBlocks = 200;
const mostSats = 100n * 100_000_000n;

/** `POST /devnet/bitcoin/faucet` pays an address and mines; `POST /devnet/bitcoin/mine` mines. */
export function addBitcoinRoutes(router: Router, node: RegtestNode | null): void {
  router.post('/devnet/bitcoin/faucet', async (ctx) => {
    const { pay, mine } = running(node);
    const { address, sats } = readPayment(await readJsonBody(ctx.req));
    const txid = await orRefused(pay(address, sats));
    const [block] = await mine();
    ctx.body = { txid, block };
  });
  router.post('/devnet/bitcoin/mine', async (ctx) => {
    const { mine } = running(node);
    ctx.body = { mined: await mine(readBlocks(await readJsonBody(ctx.req))) };
  });
}

function running(node: RegtestNode | null): RegtestNode {
  if (node !== null) return node;
  throw new RequestRefused(
    404,
    `this devnet runs no bitcoin node; ${wantedBitcoind}, and start it again`,
  );
}

function readPayment(body: unknown): { address: string; sats: bigint } {
  const { address, sats } = readFields(body, 'the body', ['address', 'sats']);
  if (typeof address !== 'string' || !/^[0-9a-zA-Z]{14,90}$/.test(address))
    throw new RequestRefused(400, `address is ${shown(address)}; wanted a bitcoin address`);
  const amount = typeof sats === 'string' && /^\d{1,16}$/.test(sats) ? BigInt(sats) : 0n;
  if (amount === 0n || amount > mostSats)
    throw new RequestRefused(
      400,
      `sats is ${shown(sats)}; wanted digits in quotes, 1 to ${mostSats}`,
    );
  return { address, sats: amount };
}

function readBlocks(body: unknown): number {
  const { blocks } = readFields(body, 'the body', ['blocks']);
  if (typeof blocks === 'number' && Number.isInteger(blocks) && blocks >= 1 && blocks <= mostBlocks)
    return blocks;
  throw new RequestRefused(400, `blocks is ${shown(blocks)}; wanted a number, 1 to ${mostBlocks}`);
}

async function orRefused<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof BitcoinRefusal)
      throw new RequestRefused(422, error.message, { cause: error });
    throw error;
  }
}
