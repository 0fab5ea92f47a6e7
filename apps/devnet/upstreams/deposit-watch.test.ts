import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { DepositWatch } from './deposit-watch.ts';

describe('the watch for deposits', () => {
  let node: Server;
  let reads = 0;
  let rpcUrl = '';

  before(async () => {
    node = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        reads += 1;
        const calls = JSON.parse(Buffer.concat(chunks).toString()) as {
          id: number;
          method: string;
        }[];
        response.end(
          JSON.stringify(
            calls.map(({ id, method }) => ({ id, result: method === 'eth_getLogs' ? [] : '0x1' })),
          ),
        );
      });
    }).listen(0, '127.0.0.1');
    await once(node, 'listening');
    rpcUrl = `http://127.0.0.1:${(node.address() as { port: number }).port}`; // CAST: a TCP server's address.
  });

  beforeEach(() => {
    reads = 0;
  });

  after(() => {
    node.close();
  });

  it('reads the chain only while an offer is out', async () => {
    const watch = watchUntilStopped(new AbortController().signal);

    await sleep(120);
    const before = reads;
    watch.watch(Date.now() + 200, null);
    await untilQuiet();

    expect(before).to.equal(0);
    expect(reads).to.be.within(1, 5);
  });

  it('starts again for the next offer, in one loop however many there are', async () => {
    const watch = watchUntilStopped(new AbortController().signal);

    for (let offer = 0; offer < 20; offer += 1) watch.watch(Date.now() + 200, null);
    await untilQuiet();

    expect(reads).to.be.within(1, 5);
  });

  it('ends with the devnet', async () => {
    const stopped = new AbortController();
    const watch = watchUntilStopped(stopped.signal);
    watch.watch(Date.now() + 60_000, null);
    while (reads === 0) await sleep(20);

    stopped.abort();
    await untilQuiet();

    expect(reads).to.be.at.least(1);
  });

  /** Resolves after several intervals without a read; never while the watch continues. */
  async function untilQuiet(): Promise<void> {
    for (let seen = -1; seen !== reads;) {
      seen = reads;
      await sleep(300);
    }
  }

  function watchUntilStopped(signal: AbortSignal): DepositWatch {
    const chain = {
      chainId: 8453,
      name: 'Base',
      rpcUrl,
      tokens: [],
      memberNft: '0x01',
      bridge: `0x${'02'.repeat(20)}`,
    };
    return new DepositWatch({ chain, onDeposit: () => undefined, signal });
  }
});
