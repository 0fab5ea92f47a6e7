import { asUnits, evmAddress, type EvmAddress } from '@interline/kernel';
import type { EvmCustody } from '@interline/adapters/custody/evm';
import type { Prepared } from '@interline/ports';
import { expect } from 'chai';
import { AbiCoder } from 'ethers';
import { gasWatcher } from '../../support/burner.ts';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import { mined } from '../../support/mined.ts';
import {
  type Behaviour,
  honest,
  misbehavingNode,
  type MisbehavingNode,
  type Reply,
  written,
} from './misbehaving-node.ts';
import { valueOf } from './outcome-value.ts';
import type { Payer } from './payer.ts';
import { committed } from './transactions.ts';

const { signal } = new AbortController();
const recipient = evmAddress(`0x${'42'.repeat(20)}`);
/** Takes some 150,000 gas for whatever it is asked, and answers with 1. */
const heavyToken = evmAddress(`0x${'1e'.repeat(20)}`);
const heavyCode = '0x6113885b60019003806003575060015f5260205ff3';
const demanding = evmAddress(`0x${'de'.repeat(20)}`);

describe('one of two nodes that underestimates gas', () => {
  let scene: CustodyScene;
  let liar: MisbehavingNode;
  let other: MisbehavingNode;
  let two: EvmCustody;
  before(async () => {
    scene = await custodyScene();
    liar = await misbehavingNode(scene.rpcUrl);
    other = await misbehavingNode(scene.rpcUrl);
    await scene.give('USDC', scene.custody.evmAccounts.float, 5_000_000n);
    await scene.rpc('anvil_setCode', [heavyToken, heavyCode]);
    await scene.rpc('anvil_setCode', [demanding, gasWatcher(200_000)]);
  });
  beforeEach(() => {
    liar.behave(honest);
    other.behave(honest);
    two = scene.over([liar.url, other.url]);
  });
  after(async () => {
    await Promise.all([liar.close(), other.close()]);
    await scene.close();
  });

  for (const purpose of ['payout', 'refund'] as const)
    for (const [token, limit] of [
      ['USDC', 100_000n],
      ['native', 57_300n],
    ] as const)
      for (const gas of [0, 1_000, 21_000])
        it(`makes no ${purpose} of ${token} revert if it says ${gas}`, async () => {
          liar.behave(saying(gas));

          const prepared = await payment(two, token === 'USDC' ? scene.usdc : token, { purpose });

          expect([prepared.tx.gasLimit, await endOf(prepared)]).to.deep.equal([limit, '0x1']);
        });

  it('makes no payment revert in a token that takes more gas than ordinary ones', async () => {
    liar.behave(saying(21_000));

    const prepared = await payment(two, heavyToken);

    expect([prepared.tx.gasLimit, await endOf(prepared)]).to.deep.equal([300_000n, '0x1']);
  });

  it('makes no payment of coin revert by saying that it works for a recipient whose code looks at its gas', async () => {
    liar.behave(saying(21_000, { eth_call: '0x' }));

    const prepared = await payment(two, 'native', { to: demanding });

    expect([prepared.tx.gasLimit, await endOf(prepared)]).to.deep.equal([300_000n, '0x1']);
  });

  it('makes no pull revert of a payer without code', async () => {
    const payer = await scene.payer(1_000n);
    const deadline = (await scene.now()) + 1_800n;
    liar.behave(simulating(5_000n));

    const prepared = await pull(payer, deadline);

    expect([prepared.tx.gasLimit, await endOf(prepared)]).to.deep.equal([120_000n, '0x1']);
  });

  it('makes no pull revert of a payer whose code looks at its gas', async () => {
    const payer = await scene.payer(1_000n);
    const deadline = (await scene.now()) + 1_800n;
    await scene.rpc('anvil_setCode', [payer.address, gasWatcher(200_000)]);
    liar.behave(simulating(5_000n));

    const prepared = await pull(payer, deadline);

    expect([prepared.tx.gasLimit, await endOf(prepared)]).to.deep.equal([500_000n, '0x1']);
  });

  it('does not leave out what a chain charges for posting', async () => {
    other.behave(saying(41_480 + 70_000));
    liar.behave(saying(1_000));

    const { tx } = await payment(two, scene.usdc);

    expect(tx.gasLimit).to.equal(240_000n);
  });

  it('is believed if no other node is configured, or none answers', async () => {
    liar.behave(saying(1_000, { eth_call: `0x${'1'.padStart(64, '0')}` }));
    other.behave(async () => 'reset');

    const alone = await payment(scene.over([liar.url]), heavyToken);
    const left = await payment(two, heavyToken);

    expect([alone.tx.gasLimit, left.tx.gasLimit]).to.deep.equal([100_000n, 100_000n]);
  });

  it('costs one request to the other node for a token with ordinary gas, and one for each payment in a heavier token', async () => {
    const [ordinary, heavy] = [scene.usdc, heavyToken];
    const asked: number[] = [];
    for (const token of [ordinary, ordinary, heavy, heavy]) {
      const before = trials();
      await payment(two, token);
      asked.push(trials() - before);
    }

    expect(asked).to.deep.equal([1, 0, 1, 1]);
  });

  it('costs no other node anything in a payment of coin', async () => {
    const before = trials();
    await payment(two, 'native');

    expect(trials() - before).to.equal(0);
  });

  function trials(): number {
    return other.requests.flat().filter(({ method }) => method === 'eth_call').length;
  }

  async function payment(
    custody: EvmCustody,
    token: EvmAddress | 'native',
    {
      to = recipient,
      purpose = 'payout',
    }: { readonly to?: EvmAddress; readonly purpose?: 'payout' | 'refund' } = {},
  ): Promise<Prepared> {
    const { chain } = scene;
    const [prepared = expect.fail()] = valueOf(
      await custody.prepare(
        { kind: 'payout', purpose, chain, token, role: 'float', to, units: asUnits(1n) },
        signal,
      ),
    );
    return prepared;
  }

  async function pull(payer: Payer, deadline: bigint): Promise<Prepared> {
    const permit = payer.permit({
      token: scene.usdc,
      spender: two.evmAccounts.spender,
      units: asUnits(1_000n),
      nonce: 1n,
      deadline,
    });
    const [prepared = expect.fail()] = valueOf(
      await two.prepare(
        { kind: 'pull', permit, allowance: null, to: 'float', underWay: [], then: [] },
        signal,
      ),
    );
    return prepared;
  }

  /** The status of its receipt. */
  async function endOf(prepared: Prepared): Promise<string> {
    const [one = expect.fail()] = await committed(scene.custody, [prepared]);
    await scene.custody.broadcast([one.signedTransaction]);
    return (await mined(scene.rpc, one.signedTransaction.hash)).status;
  }
});

/** Simulated calls that all work, and take so much gas each. */
function simulating(gas: bigint): Behaviour {
  const results = ['tuple(bool ok, uint256 gasUsed, bytes returned)[]'];
  const coder = AbiCoder.defaultAbiCoder();
  return async (calls, forward) => {
    const replies = await forward();
    return written(
      calls,
      replies.map((reply, index): Reply => {
        const [, , overrides] = calls[index]?.params ?? [];
        if (calls[index]?.method !== 'eth_call' || overrides === undefined) return reply;
        // CAST: what the executor returns.
        const [ran] = coder.decode(results, String(reply.result)) as unknown as [
          { readonly returned: string }[],
        ];
        const said = ran.map(({ returned }) => [true, gas, returned]);
        return { id: reply.id, result: coder.encode(results, [said]) };
      }),
    );
  };
}

/** Estimates of so much gas, and these answers to other methods. */
function saying(gas: number, answers: Readonly<Record<string, string>> = {}): Behaviour {
  const said: Readonly<Record<string, string>> = {
    ...answers,
    eth_estimateGas: `0x${gas.toString(16)}`,
  };
  return async (calls, forward) => {
    const replies = await forward();
    return written(
      calls,
      replies.map((reply, index): Reply => {
        const result = said[calls[index]?.method ?? ''];
        return result === undefined ? reply : { id: reply.id, result };
      }),
    );
  };
}
