import { expect } from 'chai';
import { TokenList } from '@interline/kernel';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import { contentOf, transactionOf } from './transactions.ts';
import { valueOf } from './outcome-value.ts';
import { untilMined } from './until-mined.ts';
import { systemClock } from '@interline/adapters/clock';
import { evmCustody, type EvmCustody, type RemoteSigner } from '@interline/adapters/custody/evm';

const { signal } = new AbortController();

describe('custody with a key that is kept elsewhere', () => {
  let scene: CustodyScene;
  let custody: EvmCustody;
  before(async () => {
    scene = await custodyScene();
    custody = evmCustody({
      chains: [{ chain: scene.chain, chainId: scene.chainId, rpcUrls: [scene.rpcUrl] }],
      signers: { spender: scene.signers.spender, float: farAway() },
      tokens: new TokenList([]),
      log: scene.log,
      clock: systemClock,
    });
  });
  after(async () => {
    await custody.close();
    await scene.close();
  });

  /** The float's key behind a KMS's manners: slow, and r and s are all it says. */
  function farAway(): RemoteSigner {
    const { address, sign } = {
      address: scene.signers.float.address,
      sign: (digest: Uint8Array) => scene.signers.float.sign(digest),
    };
    return {
      kind: 'remote',
      address,
      async sign(digest) {
        await systemClock.sleep(5);
        const { r, s } = sign(digest);
        return Buffer.from(r + s, 'hex');
      },
    };
  }

  it('commits the unsigned signed transaction first, and sends what came back signed', async () => {
    const [prepared = expect.fail()] = valueOf(
      await custody.prepare({ kind: 'noop', chain: scene.chain, role: 'float' }, signal),
    );
    const transaction = transactionOf(prepared, 0);
    const unsigned = custody.seal(contentOf(transaction), prepared, 0, 1);

    const signed = await custody.sign(unsigned, signal);

    expect(unsigned.raw).to.equal(null);
    expect({ ...signed, hash: unsigned.hash, raw: null }).to.deep.equal(unsigned);
    expect(signed.hash).not.to.equal(unsigned.hash);
    expect(await custody.broadcast([unsigned])).to.deep.equal(['unknown']);
    expect(await custody.broadcast([signed])).to.deep.equal(['accepted']);
    const reading = await untilMined(custody, scene.chain, [
      { transaction, forms: [unsigned, signed] },
    ]);
    expect(reading.transactions[0]?.mined?.hash).to.equal(signed.hash);
  });

  it('gives back untouched what is signed already', async () => {
    const [prepared = expect.fail()] = valueOf(
      await custody.prepare({ kind: 'noop', chain: scene.chain, role: 'spender' }, signal),
    );
    const sealed = custody.seal({ transactionId: 'effect_1', movements: [] }, prepared, 0, 1);

    expect(await custody.sign(sealed, signal)).to.equal(sealed);
  });
});
