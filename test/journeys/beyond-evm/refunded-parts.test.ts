import { Wallet } from 'ethers';
import { expect } from 'chai';
import { signOrder, textField } from '@interline/cli';
import {
  type BeyondEvmHarness,
  bitcoinRpc,
  startBeyondEvm,
} from '../../support/beyond-evm-harness.ts';
import { endOfRoute } from '../../support/end-of-route.ts';
import { freshPayer } from '../../support/payer.ts';
import { until } from '../../support/until.ts';

const parts = 320;
const part = 5_800n;

describe('a thief who has 320 small parts sent back', () => {
  let harness: BeyondEvmHarness;

  before(async function () {
    this.timeout(120_000);
    harness = await startBeyondEvm(this);
  });
  after(async function () {
    this.timeout(60_000);
    await harness.stop();
  });

  // CAST: what Bitcoin Core answers.
  const rpc = async <T>(method: string, ...params: readonly unknown[]): Promise<T> =>
    (await bitcoinRpc(harness.bitcoin, method, ...params)) as T;

  /** One transaction of so many outputs to one address. */
  const payInParts = async (to: string): Promise<string> => {
    const { scriptPubKey } = await rpc<{ scriptPubKey: string }>('validateaddress', to);
    const value = Buffer.alloc(8);
    value.writeBigUInt64LE(part);
    const count = Buffer.alloc(2);
    count.writeUInt16LE(parts);
    const length = (scriptPubKey.length / 2).toString(16);
    const output = `${value.toString('hex')}${length}${scriptPubKey}`;
    // Version 2, no inputs yet, the outputs and no lock time.
    const bare = `0200000000fd${count.toString('hex')}${output.repeat(parts)}00000000`;
    const { hex: funded } = await rpc<{ hex: string }>(
      'fundrawtransaction',
      bare,
      { fee_rate: 1.01 },
      false,
    );
    const { hex } = await rpc<{ hex: string }>('signrawtransactionwithwallet', funded);
    return rpc<string>('sendrawtransaction', hex, 0);
  };
  const inputsOf = async (txid: string) => {
    const { vin, fee } = await rpc<{ vin: readonly { readonly txid: string }[]; fee: number }>(
      'getrawtransaction',
      txid,
      2,
      await blockOf(txid),
    );
    return { from: vin.map((one) => one.txid), fee: BigInt(Math.round(fee * 1e8)) };
  };
  const blockOf = async (txid: string): Promise<string> =>
    (await rpc<{ blockhash: string }>('getrawtransaction', txid, 1)).blockhash;

  it('gets each of them back out of the very coins that he sent, pays for all, and a payout still leaves', async () => {
    const refundAddress = await rpc<string>('getnewaddress', '', 'bech32m');
    const begun = await harness.client.post('/api/route/execute', {
      ...{ fromChain: 'bitcoin', toChain: '8453', fromToken: 'BTC', toToken: 'USDC' },
      ...{ amount: '50000', live: true, toAddress: Wallet.createRandom().address, refundAddress },
    });
    const { deposit, id } = begun as { deposit: { address: string }; id: string }; // CAST: the wire's.
    await rpc('sendtoaddress', deposit.address, '0.0005');
    await endOfRoute(harness.client, id);
    const paidBy = await payInParts(deposit.address);
    const refunds = await until('all parts back', async () => {
      const status = await harness.client.get(`/api/route/status?id=${id}`);
      // CAST: the wire's.
      const found = (status as { deposit: { refunds: readonly WireRefund[] } }).deposit.refunds;
      const given = found.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
      return (
        found.every(({ state }) => state === 'done') && given === part * BigInt(parts) && found
      );
    });
    const sent = await Promise.all(refunds.map(({ refundTx }) => inputsOf(refundTx)));
    const payer = await freshPayer(harness, 8453, 900_000_000n);
    const { body } = await signOrder(harness.client, payer.wallet, {
      ...{ fromChain: 8453, toChain: 'bitcoin', token: 'USDC', toToken: 'BTC' },
      ...{ amount: '900000000', fromAddress: payer.address, toAddress: refundAddress },
    });
    const receipt = await harness.client.post('/api/route/execute', { ...body, live: true });
    const end = await endOfRoute(harness.client, textField(receipt, 'id'));

    expect(refunds.map(({ amount }) => amount)).to.have.members(['870000', '870000', '116000']);
    expect(sent.flatMap(({ from }) => from.filter((one) => one === paidBy))).to.have.length(parts);
    for (const [index, { fee }] of sent.entries())
      expect(fee).to.equal(BigInt(refunds[index]?.refundFee ?? 0));
    expect(end.status).to.equal('DONE');
  });
});

interface WireRefund {
  readonly amount: string;
  readonly refundFee: string;
  readonly refundTx: string;
  readonly state: string;
}
