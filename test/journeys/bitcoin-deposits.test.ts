import { Wallet } from 'ethers';
import { expect } from 'chai';
import { parts } from '@interline/server';
import { tokenBalance } from '../support/token-balance.ts';
import {
  type BeyondEvmHarness,
  bitcoinRpc,
  startBeyondEvm,
} from '../support/beyond-evm-harness.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { refusalOf } from '../support/refusal-of.ts';

describe('bitcoin that a caller deposits', () => {
  let harness: BeyondEvmHarness;
  before(async function () {
    harness = await startBeyondEvm(this);
  });
  after(async () => {
    // Undefined where the tests were skipped.
    await (harness as BeyondEvmHarness | undefined)?.stop();
  });

  it('arrives as dollars on Base, to the unit, with nothing signed', async () => {
    const to = Wallet.createRandom().address;
    const begun = await deposit('50000', { toAddress: to });
    await pay(begun.deposit.address, 50_000n);
    const end = await endOfRoute(harness.client, begun.id);

    expect(begun).to.deep.include({ status: 'AWAITING_DEPOSIT', srcTx: null });
    expect(end).to.include({ status: 'DONE', stage: 'DELIVERED' });
    expect(await tokenBalance(harness.devnet, 8453, 'USDC', to)).to.equal(
      BigInt(String(end.to.delivered)),
    );
  });

  interface Begun {
    readonly id: string;
    readonly status: string;
    readonly refundClaim: string;
    readonly deposit: { readonly address: string; readonly uri: string; readonly amount: string };
  }

  async function deposit(amount: string, more: object): Promise<Begun> {
    // CAST: execute's answer to a deposit; the tests hold what they use of it.
    return (await harness.client.post('/api/route/execute', {
      fromChain: 'bitcoin',
      toChain: '8453',
      fromToken: 'BTC',
      toToken: 'USDC',
      amount,
      live: true,
      ...more,
    })) as unknown as Begun;
  }

  async function pay(address: string, sats: bigint): Promise<string> {
    const coins = (Number(sats) / 100_000_000).toFixed(8);
    return String(await bitcoinRpc(harness.bitcoin, 'sendtoaddress', address, coins));
  }
});
