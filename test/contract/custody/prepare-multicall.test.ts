import { batchExecutor } from '@interline/adapters/custody/evm';
import { evmAddress, type EvmAddress, type TxFields } from '@interline/kernel';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import { expect } from 'chai';

const { signal } = new AbortController();
/** Burns all the gas it is given: JUMPDEST PUSH0 JUMP. */
const burner = evmAddress(`0x${'b4'.repeat(20)}`);

describe('forming a batch', () => {
  let scene: CustodyScene;
  before(async () => {
    scene = await custodyScene();
    await scene.rpc('anvil_setCode', [burner, '0x5b5f56']);
    await scene.rpc('anvil_setCode', [scene.custody.batchExecutor, batchExecutor.deployedBytecode]);
  });
  after(() => scene.close());

  const coin = (to: EvmAddress): TxFields => ({
    to,
    data: '0x',
    value: 1n,
    gasLimit: 60_000n,
    maxFeeRate: 1n,
    tip: 1n,
  });
  const recipients = Array.from({ length: 20 }, (_, index) =>
    evmAddress(`0xcc${index.toString(16).padStart(38, '0')}`),
  );
  const delegate = (code: string) =>
    scene.rpc('anvil_setCode', [scene.custody.evmAccounts.float, code]);

  it('leaves all of it out if the account does not carry the executor: a transaction to itself would do nothing, and succeed', async () => {
    const groups = recipients.map((to) => [coin(to)]);
    const outcomes = [];
    for (const code of ['0x', `0xef0100${'b4'.repeat(20)}`]) {
      await delegate(code);
      outcomes.push(await scene.custody.prepareMerged(scene.chain, 'float', groups, signal));
    }

    expect(outcomes).to.deep.equal(
      [1, 2].map(() => ({ prepared: null, failed: [...groups.keys()] })),
    );
  });

  it('leaves out what would fail and nothing else, even if that burns all the gas it can get', async () => {
    await delegate(`0xef0100${scene.custody.batchExecutor.slice(2)}`);

    const { failed, prepared } = await scene.custody.prepareMerged(
      scene.chain,
      'float',
      [[coin(burner)], [coin(burner)], ...recipients.map((to) => [coin(to)])],
      signal,
    );

    expect(failed).to.deep.equal([0, 1]);
    expect(prepared?.purpose).to.equal('batch');
  });
});
