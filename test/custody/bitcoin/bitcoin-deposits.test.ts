import type { Address } from '@interline/kernel';
import type { DepositPort, OutputId } from '@interline/ports';
import { expect } from 'chai';
import { bitcoin as chain, type CustodyScene, custodyScene } from './custody-scene.ts';
import { withBitcoind } from '../../support/with-bitcoind.ts';

const { signal } = new AbortController();

describe('deposits on a real Bitcoin node', () => {
  const bitcoin = withBitcoind();
  let scene: CustodyScene;
  let deposits: DepositPort;
  let address: Address;

  beforeEach(() => {
    scene = custodyScene(bitcoin());
    ({ deposits } = scene.custody);
    address = deposits.addressOf(chain, 7);
  });
  afterEach(() => scene.close());

  const look = async (known: readonly OutputId[] = []) => {
    const { addresses } = await deposits.seenAt(chain, [{ address, known }], signal);
    const [reading] = addresses;
    if (reading === undefined) throw new Error('the address was not read');
    return reading;
  };

  it('have an address of their own for each index, the same at every call', () => {
    expect(deposits.addressOf(chain, 7))
      .to.equal(address)
      .and.match(/^bcrt1p/);
    expect(deposits.addressOf(chain, 8)).not.to.equal(address);
  });

  it('are seen in the mempool, then as deep as they are, to the satoshi', async () => {
    expect((await look()).outputs).to.deep.equal([]);
    await bitcoin().pay(address, 123_457n);
    const [waiting] = (await look()).outputs;
    const [hash] = await bitcoin().mine();
    const [mined] = (await look()).outputs;
    await bitcoin().mine();
    const [deeper] = (await look()).outputs;

    expect([waiting?.units, waiting?.confirmations, waiting?.blockHash]).to.deep.equal([
      123_457n,
      0,
      null,
    ]);
    expect([mined?.tx, mined?.confirmations, mined?.blockHash]).to.deep.equal([
      waiting?.tx,
      1,
      hash,
    ]);
    expect([deeper?.confirmations, deeper?.block]).to.deep.equal([2, mined?.block]);
  });

  it('give the time of their block, even if they were seen in the mempool before', async () => {
    await look();
    await bitcoin().pay(address, 50_000n);
    const { outputs: waiting } = await look();
    const [hash] = await bitcoin().mine();
    const header = await bitcoin().rpc('getblockheader', [hash]);

    const [mined] = (await look(waiting)).outputs;

    expect(header).to.have.property('time', Number(mined?.blockTimeMs) / 1_000);
  });

  it('are named each on its own if several come to one address', async () => {
    await look();
    await bitcoin().pay(address, 10_000n);
    await bitcoin().pay(address, 20_000n);
    await bitcoin().mine();

    const units = (await look()).outputs.map((one) => one.units);
    expect(units.toSorted((a, b) => Number(a - b))).to.deep.equal([10_000n, 20_000n]);
  });

  it('stay in their block while it is in the chain, and return to the mempool when it is taken back', async () => {
    await look();
    await bitcoin().pay(address, 50_000n);
    const [hash = ''] = await bitcoin().mine();
    const known = (await look()).outputs;
    await bitcoin().rpc('invalidateblock', [hash]);
    const [taken] = (await look(known)).outputs;

    expect([taken?.tx, taken?.confirmations, taken?.block]).to.deep.equal([known[0]?.tx, 0, null]);
  });
});
