import { setTimeout as pause } from 'node:timers/promises';
import { parts } from '@interline/server';
import { type Devnet, startDevnet } from '@interline/devnet';
import type { Route } from '@interline/core/transfer';
import { productionFinality } from '@interline/kernel';
import {
  type MisbehavingNode,
  misbehavingNode,
  written,
} from '../contract/custody/misbehaving-node.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { mine } from '../support/mining.ts';
import { freshPayer, type Payer, send } from '../support/payer.ts';
import { transferCount } from '../support/transfer-count.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { type SeededChance, seededChance } from './seeded-chance.ts';
import { textField } from '@interline/cli';

export interface LateReceiptsPlan {
  readonly seed: number;
  readonly routes: number;
  /** How long receipts are away in one go. */
  readonly lagMs: number;
  /** Whether a node whose receipts keep up is configured behind the one whose receipts do not. */
  readonly hasHealthyNode: boolean;
  /** Whether the service merges transactions on both chains. */
  readonly isBatched: boolean;
}

export interface LateReceiptsFigures {
  readonly done: number;
  /** Receipts that were answered with null though the transaction was in a block. */
  readonly withheld: number;
  readonly tookMs: number;
  /** A line for everything that is not as it must be, by route. */
  readonly wrong: readonly string[];
}

interface Sent {
  readonly payer: Payer;
  readonly from: number;
  readonly to: number;
  readonly id: string;
}

const chainIds: readonly [number, number] = [8453, 42161];
const units = 5_000_000n;
const output = 4_996_000n;
const atOnce = 20;
const blockMs = 250;
/** Far more than the slowest route needs. */
const patienceMs = 180_000;

/**
 * Routes both ways between two local chains with production's depths, while a proxy before each
 * keeps receipts back by spells.
 */
export async function lateReceiptsRun(plan: LateReceiptsPlan): Promise<LateReceiptsFigures> {
  const startedAt = performance.now();
  const devnet = await startDevnet({ chainIds: [...chainIds], port: 0 });
  const over = new AbortController();
  const tally = { withheld: 0 };
  const proxies = await Promise.all(devnet.chains.map(({ rpcUrl }) => misbehavingNode(rpcUrl)));
  const rpcUrls = Object.fromEntries(
    devnet.chains.map(({ chainId, rpcUrl }, index) => {
      const url = proxies[index]?.url ?? rpcUrl;
      return [chainId, plan.hasHealthyNode ? [url, rpcUrl] : [url]];
    }),
  );
  const harness = await startHarness({
    devnet,
    rpcUrls,
    policy: { finality: productionFinality },
    batching: plan.isBatched ? chainIds : [],
  });
  const running = [
    ...proxies.map((proxy, index) =>
      comeAndGo(proxy, seededChance(plan.seed * 10 + index), plan.lagMs, tally, over.signal),
    ),
    ...chainIds.map((chainId) => keepMining(devnet, chainId, over.signal)),
  ];
  try {
    const sent = await sendAll(harness, plan);
    const routes = await endsOf(harness, sent);
    const wrong = (
      await Promise.all(sent.map((one, index) => judge(harness, one, routes[index] ?? null)))
    ).flat();
    return {
      done: routes.filter((one) => one?.status === 'DONE').length,
      withheld: tally.withheld,
      tookMs: performance.now() - startedAt,
      wrong,
    };
  } finally {
    over.abort();
    await Promise.all(running);
    await harness.stop();
    await Promise.all(proxies.map((one) => one.close()));
    await devnet.stop();
  }
}

/**
 * Spells without receipts, every other one without transactions by hash too, and pauses between
 * them.
 */
async function comeAndGo(
  proxy: MisbehavingNode,
  chance: SeededChance,
  lagMs: number,
  tally: { withheld: number },
  over: AbortSignal,
): Promise<void> {
  let missing: readonly string[] = [];
  proxy.behave(async (calls, forward) =>
    written(
      calls,
      (await forward()).map((reply, index) => {
        if (reply.result === null || !missing.includes(calls[index]?.method ?? '')) return reply;
        tally.withheld += 1;
        return { ...reply, result: null };
      }),
    ),
  );
  while (!over.aborted) {
    missing = chance.coin(0.5)
      ? ['eth_getTransactionReceipt']
      : ['eth_getTransactionReceipt', 'eth_getTransactionByHash'];
    await unlessOver(lagMs, over);
    missing = [];
    await unlessOver(chance.between(500, 4_000), over);
  }
}

async function keepMining(devnet: Devnet, chainId: number, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await mine(devnet, chainId);
    await unlessOver(blockMs, over);
  }
}

async function unlessOver(ms: number, over: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal: over }).catch(() => undefined);
}

async function sendAll(
  harness: Harness,
  { seed, routes }: LateReceiptsPlan,
): Promise<readonly Sent[]> {
  const chance = seededChance(seed);
  const sent: Sent[] = [];
  while (sent.length < routes) {
    const directions = Array.from({ length: Math.min(atOnce, routes - sent.length) }, () =>
      chance.coin(0.5),
    );
    sent.push(
      ...(await Promise.all(
        directions.map(async (isThere) => {
          const [from, to] = isThere ? chainIds : [chainIds[1], chainIds[0]];
          const payer = await freshPayer(harness, from, units);
          const { receipt } = await send(harness, payer, { from, to, units });
          return { payer, from, to, id: textField(receipt, 'id') };
        }),
      )),
    );
    // So that the waves meet every moment of the spells.
    await pause(chance.between(0, 3_000));
  }
  return sent;
}

async function endsOf(harness: Harness, sent: readonly Sent[]): Promise<readonly (Route | null)[]> {
  const { reads } = harness.container.get(parts.transfer).ports.store;
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const routes = await Promise.all(sent.map(({ id }) => reads.transfers.route(id)));
    if (routes.every((one) => one?.phase === 'ended') || performance.now() > deadline)
      return routes;
    await pause(250);
  }
}

async function judge(
  { devnet, container }: Harness,
  { payer: { address }, from, to, id }: Sent,
  route: Route | null,
): Promise<readonly string[]> {
  const transactions = (
    await container.get(parts.transfer).ports.store.reads.transactions.transactionsOf(id)
  ).filter(({ purpose }) => purpose !== 'allowance');
  const found = {
    status: route?.status,
    payerHas: await usdcBalance(devnet, from, address),
    debits: await transferCount(devnet, from, { from: address }),
    recipientHas: await usdcBalance(devnet, to, address),
    credits: await transferCount(devnet, to, { to: address }),
    transactions: transactions.map(({ purpose, state }) => `${purpose} ${state}`).join(', '),
  };
  const wanted = {
    status: 'DONE',
    payerHas: 0n,
    debits: 1,
    recipientHas: output,
    credits: 1,
    transactions: 'pull mined, payout mined',
  };
  const text = (one: object): string =>
    JSON.stringify(one, (_key, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    );
  return text(found) === text(wanted) ? [] : [`${id}: ${text(found)}`];
}
