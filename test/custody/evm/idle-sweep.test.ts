import { once } from 'node:events';
import { createServer } from 'node:http';
import { evmCustody, randomSigner } from '@interline/adapters/custody/evm';
import { sweepFinality, type TransferPorts } from '@interline/core/transfer';
import {
  evmChain,
  productionFinality,
  routeOwner,
  TokenList,
  type Transaction,
} from '@interline/kernel';
import { RecordingLog } from '@interline/plugins/testing';
import { expect } from 'chai';
import { openStoreBench } from '../../support/model/store-bench.ts';
import { transaction } from '../../contract/store-samples.ts';

const chainIds = Array.from({ length: 22 }, (_, index) => 1_001 + index);
const secondsABlock = 12;
const { signal } = new AbortController();

interface Asked {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

describe('an idle service with 10,000 routes that are not final, on 22 chains', () => {
  let head = 5_000;
  let nowMs = 0;
  const posts: { readonly chain: string; readonly methods: readonly string[] }[] = [];

  const hashAt = (height: number): string => `0x${height.toString(16).padStart(64, '0')}`;
  const resultOf = (chain: string, { method, params: [at] }: Asked): unknown => {
    if (method === 'eth_chainId') return `0x${Number(chain).toString(16)}`;
    if (method !== 'eth_getBlockByNumber') return null;
    const height = at === 'latest' ? head : Number(at);
    if (height > head) return null;
    return {
      number: `0x${height.toString(16)}`,
      hash: hashAt(height),
      parentHash: hashAt(height - 1),
      timestamp: `0x${(height * secondsABlock).toString(16)}`,
    };
  };
  const server = createServer((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      const chain = (request.url ?? '').slice(1);
      // CAST: written by the adapter under test.
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Asked | Asked[];
      posts.push({ chain, methods: [body].flat().map(({ method }) => method) });
      const replies = [body].flat().map((one) => ({ id: one.id, result: resultOf(chain, one) }));
      response.writeHead(200).end(JSON.stringify(Array.isArray(body) ? replies : replies[0]));
    });
  });

  it('costs one POST a chain and block of headers, and nothing between two blocks', async function () {
    this.timeout(60_000);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number }; // CAST: a TCP server's address.
    const bench = await openStoreBench();
    const log = new RecordingLog();
    const clock = { monotonic: () => nowMs, now: () => nowMs, sleep: async () => undefined };
    const custody = evmCustody({
      chains: chainIds.map((chainId) => ({
        chain: evmChain(chainId),
        chainId,
        rpcUrls: [`http://127.0.0.1:${port}/${chainId}`],
      })),
      signers: { spender: randomSigner(), float: randomSigner() },
      tokens: new TokenList([]),
      log,
      clock: clock as never, // CAST: no alarm is set.
    });
    const routes = Array.from({ length: 10_000 }, (_, at): Transaction => {
      const minedBlock = 4_900 + (at % 97);
      return transaction(`ef_${at}`, at, {
        owner: routeOwner(`rt_${at}`),
        purpose: 'payout',
        chain: evmChain(chainIds[at % chainIds.length] ?? 0),
        state: 'mined',
        minedHash: `0x${at.toString(16).padStart(64, '0')}`,
        minedBlock,
        minedBlockHash: hashAt(minedBlock),
      });
    });
    await bench.store.run('commit', async (tx) => {
      for (const one of routes) await tx.transactions.insertTransaction(one);
    });
    // CAST: a sweep that finds nothing amiss works with nothing else.
    const ports = {
      custody,
      store: bench.store,
      log,
      clock,
      watch: { proven: () => undefined },
      policy: { finality: productionFinality },
    } as unknown as TransferPorts;
    const sweep = sweepFinality(ports);
    const during = async (work: () => Promise<void>) => {
      posts.length = 0;
      await work();
      return [...posts];
    };
    try {
      await sweep(signal);
      head += 1;
      await sweep(signal);

      const atOneHead = await during(async () => {
        for (nowMs = 2_000; nowMs < 12_000; nowMs += 2_000) await sweep(signal);
      });
      const atThree = await during(async () => {
        for (let block = 0; block < 3; block += 1) {
          head += 1;
          for (let look = 0; look < 6; look += 1, nowMs += 2_000) await sweep(signal);
        }
      });

      expect(atOneHead).to.deep.equal([]);
      expect(atThree).to.have.length(3 * chainIds.length);
      expect(new Set(atThree.map(({ chain }) => chain)).size).to.equal(chainIds.length);
      expect(new Set(atThree.flatMap(({ methods }) => methods))).to.deep.equal(
        new Set(['eth_getBlockByNumber']),
      );
      expect(Math.max(...atThree.map(({ methods }) => methods.length))).to.equal(5);
      expect(log.lines).to.deep.equal([]);
    } finally {
      await custody.close();
      await bench.close();
      server.close();
    }
  });
});
