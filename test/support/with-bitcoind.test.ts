import { expect } from 'chai';
import { withBitcoind } from './with-bitcoind.ts';

describe('a Bitcoin node of a test', () => {
  const bitcoin = withBitcoind();

  it('starts at 120 blocks with 1,000 coins to spend, and refuses strangers', async () => {
    const { rpc, rpcUrl } = bitcoin();
    const stranger = await fetch(rpcUrl, { method: 'POST', body: '{"method":"getblockcount"}' });

    expect(Number(await rpc('getblockcount'))).to.equal(120);
    expect(Number(await rpc('getbalance'))).to.equal(1_000);
    expect(stranger.status).to.equal(401);
  });

  it('pays an address, and the coin confirms with the next block', async () => {
    const { rpc, pay, mine } = bitcoin();
    const address = String(await rpc('getnewaddress'));

    const txid = await pay(address, 123_456n);
    const before = await rpc('gettxout', [txid, 0, false]);
    const [block] = await mine();

    expect(before).to.equal(null);
    expect(await rpc('getrawtransaction', [txid, true])).to.include({
      blockhash: block,
      confirmations: 1,
    });
    expect(Number(await rpc('getreceivedbyaddress', [address, 1]))).to.equal(0.00123456);
  });

  it('takes a block back, and its coins with it', async () => {
    const { rpc, mine } = bitcoin();
    const height = Number(await rpc('getblockcount'));
    const [first] = await mine(2);

    await rpc('invalidateblock', [first]);

    expect(await rpc('getblockcount')).to.equal(height);
  });
});
