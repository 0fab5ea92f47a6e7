import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Devnet, startDevnet } from '@interline/devnet';
import type { Deposit } from '@interline/core/transfer';
import { parts } from '@interline/server';
import { Wallet } from 'ethers';
import { expect } from 'chai';
import {
  type BeyondEvmHarness,
  bitcoinRpc,
  expiringAfter,
  startBeyondEvm,
} from '../../support/beyond-evm-harness.ts';
import { endOfRoute } from '../../support/end-of-route.ts';
import { fastFolder } from '../../support/fast-folder.ts';
import { postgresOrSkip, type TestPostgres } from '../../support/postgres.ts';
import { tokenBalance } from '../../support/token-balance.ts';
import { until } from '../../support/until.ts';

const agreed = 50_000n;

/** What each caller pays into its deposit, part by part; the last two come too late or are too little. */
const payments: readonly (readonly bigint[])[] = [
  [agreed],
  [30_000n, 20_000n],
  [agreed, agreed],
  [agreed, 30_000n],
  [49_999n],
  [20_000n, 20_000n],
];

interface Begun {
  readonly id: string;
  readonly deposit: { readonly address: string };
  readonly toAddress: string;
  readonly refundAddress: string;
  readonly paid: readonly bigint[];
}

describe('three services on one PostgreSQL', () => {
  let postgres: TestPostgres;
  let dataDir: string;
  let devnet: Devnet;
  const services: BeyondEvmHarness[] = [];
  before(async function () {
    postgres = await postgresOrSkip(this);
    dataDir = await mkdtemp(join(fastFolder, 'interline-shared-'));
    const database = { url: postgres.url, schema: postgres.newSchema() };
    devnet = await startDevnet({
      chainIds: [8453],
      beside: ['bitcoin', 'stellar'],
      bitcoinBlockMs: 200,
      port: 0,
    });
    const policy = { deposits: { ...expiringAfter(8_000), unpaidPerClient: 100 } };
    for (let n = 0; n < 3; n += 1)
      services.push(await startBeyondEvm(this, { devnet, dataDir, database, policy }));
  });
  after(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await (devnet as Devnet | undefined)?.stop();
    await (postgres as TestPostgres | undefined)?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const at = (n: number): BeyondEvmHarness => services[n % services.length] as BeyondEvmHarness; // CAST: there are three.
  const rpc = (method: string, ...params: readonly unknown[]): Promise<unknown> =>
    bitcoinRpc(at(0).bitcoin, method, ...params);

  it('deliver each deposit once and give back once what is too much, too little or too late, whichever of them looks', async () => {
    const begun = await Promise.all(
      [...payments, ...payments].map(async (paid, n): Promise<Begun> => {
        const toAddress = Wallet.createRandom().address;
        const refundAddress = String(await rpc('getnewaddress', '', 'bech32m'));
        // CAST: execute's answer to a deposit.
        const answer = (await at(n).client.post('/api/route/execute', {
          fromChain: 'bitcoin',
          toChain: '8453',
          fromToken: 'BTC',
          toToken: 'USDC',
          amount: String(agreed),
          live: true,
          toAddress,
          refundAddress,
        })) as unknown as Pick<Begun, 'id' | 'deposit'>;
        return { ...answer, toAddress, refundAddress, paid };
      }),
    );
    for (const { deposit, paid } of begun)
      for (const sats of paid)
        await rpc('sendtoaddress', deposit.address, (Number(sats) / 1e8).toFixed(8));

    const ends = await Promise.all(
      begun.map(async ({ id, toAddress, refundAddress, paid }, n) => {
        const end = await endOfRoute(at(n + 1).client, id);
        const sum = paid.reduce((all, one) => all + one, 0n);
        const { credited, refunds } = await until('an account of every satoshi', async () => {
          const deposit = await at(n + 2)
            .container.get(parts.store)
            .reads.transfers.deposit(id);
          const isWhole = deposit !== null && usedOf(deposit) === sum;
          return isWhole && deposit.refunds.every(({ state }) => state === 'done') && deposit;
        });
        return {
          status: end['status'],
          sum,
          credited: credited ?? 0n,
          owed: credited === null ? 0n : BigInt((end['to'] as { delivered: string }).delivered), // CAST: as a receipt has it.
          dollars: await tokenBalance(devnet, 8453, 'USDC', toAddress),
          owedBack: refunds.reduce((all, { units, fee }) => all + units - (fee ?? 0n), 0n),
          back: await received(refundAddress),
        };
      }),
    );

    for (const [n, end] of ends.entries()) {
      expect([end.dollars, end.back], `what came of ${n}`).to.deep.equal([end.owed, end.owedBack]);
      expect([end.status, end.credited >= agreed], `the end of ${n}`).to.deep.equal(
        end.sum < agreed ? ['FAILED', false] : ['DONE', true],
      );
    }
  });

  async function received(address: string): Promise<bigint> {
    return BigInt(Math.round(Number(await rpc('getreceivedbyaddress', address, 0)) * 1e8));
  }
});

function usedOf({ credited, refunds }: Pick<Deposit, 'credited' | 'refunds'>): bigint {
  return refunds.reduce((sum, { units }) => sum + units, credited ?? 0n);
}
