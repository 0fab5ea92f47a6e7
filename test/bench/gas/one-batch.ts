import { setTimeout as pause } from 'node:timers/promises';
import { HttpLink } from '../load/http-link.ts';
import type { BenchChain } from '../scene/bench-chain.ts';
import type { BenchPayer } from '../scene/bench-payers.ts';
import type { BenchScene } from '../scene/bench-scene.ts';
import { presignedRoutes } from '../settle/presigned-routes.ts';

/** The two transactions that moved the money of all routes. */
export interface OneBatch {
  readonly srcTx: string;
  readonly destTx: string;
}

const pollMs = 25;
const givenUpAfterMs = 20_000;
/** From a route's pull being settled until its payout waits for a batch. */
const payoutWaitsAfterMs = 500;

/**
 * Routes of these payers, pulled in one transaction and paid out in one. A route of the opener goes
 * first: while its pull, and then its payout, is kept out of a block, the others collect for the
 * batch after it.
 */
export async function oneBatch(
  scene: BenchScene,
  opener: BenchPayer,
  payers: readonly BenchPayer[],
): Promise<OneBatch> {
  const { service, source, destination } = scene;
  const link = new HttpLink(service.url, payers.length);
  try {
    const [first, ...others] = await presignedRoutes(
      { ...scene, payers: [opener, ...payers] },
      payers.length + 1,
    );
    if (first === undefined) throw new Error('no route was signed');
    await Promise.all([source, destination].map(hold));
    await accepted(link, first.body);
    const ids = await Promise.all(others.map(({ body }) => accepted(link, body)));
    await release(source);
    await Promise.all(
      ids.map((id) => until(link, id, (receipt) => receipt['stage'] === 'SENDING')),
    );
    await pause(payoutWaitsAfterMs);
    await release(destination);
    const receipts = await Promise.all(
      ids.map((id) => until(link, id, (receipt) => receipt['status'] === 'DONE')),
    );
    return { srcTx: theOne(receipts, 'srcTx'), destTx: theOne(receipts, 'destTx') };
  } finally {
    await link.close();
  }
}

type Receipt = Readonly<Record<string, unknown>>;

async function hold({ link }: BenchChain): Promise<void> {
  await link.call('evm_setAutomine', [false]);
}

async function release({ link }: BenchChain): Promise<void> {
  await link.call('evm_setAutomine', [true]);
  await link.call('evm_mine');
}

async function accepted(link: HttpLink, route: string): Promise<string> {
  const { status, body } = await link.post('/api/route/execute', route);
  if (status !== 200) throw new Error(`a route was refused: ${JSON.stringify(body)}`);
  return String(body['id']);
}

async function until(
  link: HttpLink,
  id: string,
  isThere: (receipt: Receipt) => boolean,
): Promise<Receipt> {
  const givenUpAt = performance.now() + givenUpAfterMs;
  for (;;) {
    const { body } = await link.get(`/api/route/status?id=${id}`);
    if (isThere(body)) return body;
    if (body['status'] !== 'BRIDGING' || performance.now() > givenUpAt)
      throw new Error(`a route of the batch stands at ${JSON.stringify(body)}`);
    await pause(pollMs);
  }
}

/** The one transaction of so many routes, or what is measured is not one batch of them all. */
function theOne(receipts: readonly Receipt[], side: keyof OneBatch): string {
  const [hash, ...more] = new Set(receipts.map((receipt) => String(receipt[side])));
  if (hash === undefined || more.length > 0)
    throw new Error(
      `${receipts.length} routes have ${more.length + 1} transactions as ${side}; wanted one`,
    );
  return hash;
}
