import { asUnits, type PullUnderWay, type SignedPermit } from '@interline/kernel';
import type { EvmCustody } from '@interline/adapters/custody/evm';
import { expect } from 'chai';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import {
  type AskedCall,
  changing,
  misbehavingNode,
  type MisbehavingNode,
  written,
} from './misbehaving-node.ts';
import { valueOf } from './outcome-value.ts';
import type { Payer } from './payer.ts';
import { committed, type Committed } from './transactions.ts';
import { untilMined } from './until-mined.ts';

const { signal } = new AbortController();
const underWay = (nonce: bigint, units: bigint): PullUnderWay => ({ nonce, units: asUnits(units) });

describe('pulls of a payer that are under way', () => {
  let scene: CustodyScene;
  let proxy: MisbehavingNode;
  /** Over a node that cannot put code at an address for one call. */
  let withoutOverrides: EvmCustody;
  before(async () => {
    scene = await custodyScene();
    proxy = await misbehavingNode(scene.rpcUrl);
    withoutOverrides = scene.over([proxy.url]);
  });
  beforeEach(() => {
    proxy.behave(
      changing('eth_call', (reply, { params }) =>
        params.length === 3 ? { id: reply.id, result: '0x' } : reply,
      ),
    );
  });
  after(async () => {
    await proxy.close();
    await scene.close();
  });

  const permitOf = async (payer: Payer, units: bigint, nonce: bigint): Promise<SignedPermit> =>
    payer.permit({
      token: scene.usdc,
      spender: scene.custody.evmAccounts.spender,
      units,
      nonce,
      deadline: (await scene.now()) + 1_800n,
    });

  async function sent(payer: Payer, units: bigint, nonce: bigint): Promise<Committed> {
    const permit = await permitOf(payer, units, nonce);
    const prepared = await scene.custody.prepare(
      { kind: 'pull', permit, allowance: null, to: 'float', underWay: [], then: [] },
      signal,
    );
    const [one = expect.fail()] = await committed(scene.custody, valueOf(prepared));
    expect(await scene.custody.broadcast([one.signedTransaction])).to.deep.equal(['accepted']);
    return one;
  }

  async function mined(payer: Payer, units: bigint, nonce: bigint): Promise<void> {
    await untilMined(scene.custody, scene.chain, [(await sent(payer, units, nonce)).watched]);
  }

  /** Whether such a pull is prepared, by nodes with state overrides and without. */
  async function isPrepared(
    payer: Payer,
    units: bigint,
    pulls: readonly PullUnderWay[],
  ): Promise<readonly boolean[]> {
    const permit = await permitOf(payer, units, 77n);
    return Promise.all(
      [scene.custody, withoutOverrides].map(async (custody) => {
        const outcome = await custody.prepare(
          { kind: 'pull', permit, allowance: null, to: 'float', underWay: pulls, then: [] },
          signal,
        );
        return outcome.ok;
      }),
    );
  }

  const promisedOf = async (payer: Payer, pulls: readonly PullUnderWay[]) => {
    const { balance, promised } = await scene.custody.payerState(
      scene.chain,
      scene.usdc,
      payer.address,
      signal,
      pulls,
    );
    return [balance, promised];
  };

  it('count until the chain shows their nonces spent: the balance is without their units then', async () => {
    const payer = await scene.payer(1_000_000n);
    const pulls = [
      underWay(1n, 600_000n),
      underWay(2n, 50_000n),
      // In another word of the bitmap.
      underWay(2n ** 200n, 50_000n),
    ];
    expect(await isPrepared(payer, 300_000n, pulls)).to.deep.equal([true, true]);
    expect(await isPrepared(payer, 300_001n, pulls)).to.deep.equal([false, false]);
    expect(await promisedOf(payer, pulls)).to.deep.equal([1_000_000n, 700_000n]);

    await mined(payer, 600_000n, 1n);
    await mined(payer, 50_000n, 2n ** 200n);

    expect(await promisedOf(payer, pulls)).to.deep.equal([350_000n, 50_000n]);
    expect(await isPrepared(payer, 300_000n, pulls)).to.deep.equal([true, true]);
    expect(await isPrepared(payer, 300_001n, pulls)).to.deep.equal([false, false]);
  });

  it('count again after a reorg removes them, so that no more is let through than before', async () => {
    const payer = await scene.payer(1_000_000n);
    const pulls = [underWay(1n, 600_000n)];
    await mined(payer, 600_000n, 1n);
    expect(await isPrepared(payer, 400_000n, pulls)).to.deep.equal([true, true]);

    await scene.rpc('anvil_reorg', [1, []]);

    expect(await promisedOf(payer, pulls)).to.deep.equal([1_000_000n, 600_000n]);
    expect(await isPrepared(payer, 400_000n, pulls)).to.deep.equal([true, true]);
    expect(await isPrepared(payer, 400_001n, pulls)).to.deep.equal([false, false]);
  });

  it('count all beyond 32 words of a bitmap: a payer who scatters nonces pays with its own room', async () => {
    const payer = await scene.payer(1_000_000n);
    const pulls = Array.from({ length: 33 }, (_, index) =>
      underWay(BigInt(index) << 8n, index === 32 ? 600_000n : 1n),
    );
    await mined(payer, 600_000n, 32n << 8n);

    expect(await promisedOf(payer, pulls)).to.deep.equal([400_000n, 600_032n]);
    expect(await promisedOf(payer, pulls.slice(1))).to.deep.equal([400_000n, 31n]);
  });

  it('are read at one block with the balance: one mined in between is missing in neither', async () => {
    const payer = await scene.payer(1_000_000n);
    await scene.rpc('evm_setAutomine', [false]);
    await sent(payer, 600_000n, 1n);
    // The balance of before the block beside the bitmap of after it, as two backends may answer.
    proxy.behave(async (calls, forward) => {
      if (!calls.some(isBitmap)) return written(calls, await forward());
      const before = await forward();
      await scene.rpc('evm_mine');
      const after = await forward();
      return written(
        calls,
        calls.map((call, index) => (isBitmap(call) ? after : before)[index] ?? expect.fail()),
      );
    });

    const { balance, promised } = await withoutOverrides.payerState(
      scene.chain,
      scene.usdc,
      payer.address,
      signal,
      [underWay(1n, 600_000n)],
    );
    await scene.rpc('evm_setAutomine', [true]);

    expect([balance, promised]).to.deep.equal([1_000_000n, 600_000n]);
    expect(await promisedOf(payer, [underWay(1n, 600_000n)])).to.deep.equal([400_000n, 0n]);
  });
});

/** A call of Permit2's `nonceBitmap`. */
function isBitmap({ params }: AskedCall): boolean {
  return JSON.stringify(params).includes('"0x4fe02b44');
}
