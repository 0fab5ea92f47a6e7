import { Wallet } from 'ethers';
import { expect } from 'chai';
import {
  type BeyondEvmHarness,
  bitcoinRpc,
  expiringAfter,
  startBeyondEvm,
} from '../../support/beyond-evm-harness.ts';
import { endOfRoute } from '../../support/end-of-route.ts';
import { until } from '../../support/until.ts';

describe('a deposit that a reorg removes for good while its refund is on its way', () => {
  let harness: BeyondEvmHarness;

  before(async function () {
    this.timeout(120_000);
    harness = await startBeyondEvm(this, { policy: { deposits: expiringAfter(4_000) } });
  });
  after(async function () {
    this.timeout(60_000);
    await harness.stop();
  });

  // CAST: what Bitcoin Core answers.
  const rpc = async <T>(method: string, ...params: readonly unknown[]): Promise<T> =>
    (await bitcoinRpc(harness.bitcoin, method, ...params)) as T;

  it('takes the refund with it, and the route ends without a loss', async () => {
    const refundAddress = await rpc<string>('getnewaddress', '', 'bech32m');
    const begun = await harness.client.post('/api/route/execute', {
      ...{ fromChain: 'bitcoin', toChain: '8453', fromToken: 'BTC', toToken: 'USDC' },
      ...{ amount: '50000', live: true, toAddress: Wallet.createRandom().address, refundAddress },
    });
    const { deposit, id } = begun as { deposit: { address: string }; id: string }; // CAST: the wire's.
    const [coin] = (await rpc<readonly Coin[]>('listunspent')).toSorted(
      (a, b) => b.amount - a.amount,
    );
    if (coin === undefined) throw new Error('the payer has no coin');
    const signed = async (to: string, amount: number): Promise<string> => {
      const change = (coin.amount - amount - 0.001).toFixed(8);
      const raw = await rpc<string>(
        'createrawtransaction',
        [{ txid: coin.txid, vout: coin.vout }],
        [{ [to]: amount.toFixed(8) }, { [await rpc<string>('getnewaddress')]: change }],
      );
      return (await rpc<{ hex: string }>('signrawtransactionwithwallet', raw)).hex;
    };
    const paying = await signed(deposit.address, 0.00049999);
    const other = await signed(await rpc<string>('getnewaddress'), 0.1);
    const txid = await rpc<string>('sendrawtransaction', paying, 0);
    const seen = async () =>
      // CAST: the wire's.
      (await harness.client.get(`/api/route/status?id=${id}`)) as unknown as {
        deposit: { refunds: readonly { state: string }[]; isLost?: boolean };
      };
    await until('a refund that is sent', async () => {
      const { refunds } = (await seen()).deposit;
      return refunds.some(({ state }) => state === 'sent' || state === 'done');
    });
    // The devnet may mine the deposit again in between.
    const address = await rpc<string>('getnewaddress');
    const depth = await until('a block in its place', async () => {
      const { confirmations } = await rpc<{ confirmations: number }>(
        'getrawtransaction',
        txid,
        true,
      );
      const height = await rpc<number>('getblockcount');
      await rpc('invalidateblock', await rpc('getblockhash', height - confirmations + 1));
      return rpc('generateblock', address, [other]).then(
        () => confirmations,
        () => null,
      );
    });
    for (let mined = 0; mined < depth; mined += 1) await rpc('generateblock', address, []);
    const end = await endOfRoute(harness.client, id);

    expect(end).to.include({ status: 'FAILED', stage: 'DEPOSIT_EXPIRED' });
    expect(await rpc('getreceivedbyaddress', refundAddress, 0)).to.equal(0);
    expect((await seen()).deposit.isLost).to.equal(undefined);
  });
});

interface Coin {
  readonly txid: string;
  readonly vout: number;
  readonly amount: number;
}
