import { expect } from 'chai';
import { bitcoinRpc } from './bitcoin-rpc.ts';

describe('a call of a Bitcoin node', () => {
  it('names the node that does not answer: a demo reported only "fetch failed"', async () => {
    // Port 1 is never in use, so the connection is refused at once.
    const node = { rpcUrl: 'http://127.0.0.1:1', user: 'a', password: 'b' };

    const said = await bitcoinRpc(node, 'getblockcount').catch((error: Error) => error.message);

    expect(said).to.equal('the Bitcoin node at http://127.0.0.1:1 does not answer getblockcount');
  });
});
