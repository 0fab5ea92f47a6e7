import { expect } from 'chai';
import { asUnits, evmAddress, noUnits, refuse } from '@interline/kernel';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import { committed } from './transactions.ts';
import { changing, misbehavingNode, type MisbehavingNode } from './misbehaving-node.ts';
import { burner } from '../../support/burner.ts';
import { valueOf } from './outcome-value.ts';
import type { Payer } from './payer.ts';
import { untilMined } from './until-mined.ts';
import type { EvmCustody } from '@interline/adapters/custody/evm';

const { signal } = new AbortController();
const recipient = evmAddress(`0x${'42'.repeat(20)}`);

describe('a node that cannot put code at an address for one call', () => {
  let scene: CustodyScene;
  let proxy: MisbehavingNode;
  let custody: EvmCustody;
  before(async () => {
    scene = await custodyScene();
    proxy = await misbehavingNode(scene.rpcUrl);
    custody = scene.over([proxy.url]);
  });
  beforeEach(() => {
    scene.log.lines.length = 0;
  });
  after(async () => {
    await proxy.close();
    await scene.close();
  });

  const manners = {
    'says so': { error: { code: -32_602, message: 'too many arguments, want at most 2' } },
    'ignores the wish': { result: '0x' },
  };
  const answersLike = (manner: keyof typeof manners): void => {
    proxy.behave(
      changing('eth_call', (reply, { params }) =>
        params.length === 3 ? { id: reply.id, ...manners[manner] } : reply,
      ),
    );
  };
  const permitOf = async (payer: Payer, units: bigint) =>
    payer.permit({
      token: scene.usdc,
      spender: custody.evmAccounts.spender,
      units,
      nonce: 1n,
      deadline: (await scene.now()) + 1_800n,
    });
  const lines = () => scene.log.lines.map(({ event, fields }) => [event, fields.what]);

  for (const manner of ['says so', 'ignores the wish'] as const) {
    it(`and ${manner} still has the pull itself simulated`, async () => {
      answersLike(manner);
      const [rich, poor] = [await scene.payer(1_000_000n), await scene.payer(999_999n)];

      const prepared = valueOf(
        await custody.prepare(
          {
            kind: 'pull',
            permit: await permitOf(rich, 1_000_000n),
            allowance: null,
            to: 'float',
            underWay: [],
            then: [],
          },
          signal,
        ),
      );
      const sent = await committed(custody, prepared);
      await custody.broadcast(sent.map((one) => one.signedTransaction));

      expect(
        (
          await untilMined(
            custody,
            scene.chain,
            sent.map((one) => one.watched),
          )
        ).transactions[0]?.mined?.isSuccess,
      ).to.equal(true);
      expect(
        await custody.prepare(
          {
            kind: 'pull',
            permit: await permitOf(poor, 1_000_000n),
            allowance: null,
            to: 'float',
            underWay: [],
            then: [],
          },
          signal,
        ),
      ).to.deep.equal(
        refuse(
          'SIMULATION_FAILED',
          'the payer holds 999999; this pull and the ones under way need 1000000',
        ),
      );
      expect(lines()).to.deep.equal([]);
    });
  }

  it("has the pull of a payer with code signed for the ceiling: a smaller limit can't be tried", async () => {
    answersLike('says so');
    const payer = await scene.payer(1_000_000n);
    await scene.rpc('anvil_setCode', [payer.address, burner(1)]);
    const permit = await permitOf(payer, 1_000_000n);
    const request = {
      kind: 'pull',
      permit,
      allowance: null,
      to: 'float',
      underWay: [],
      then: [],
    } as const;

    const [here] = valueOf(await custody.prepare(request, signal));
    const [elsewhere] = valueOf(await scene.custody.prepare(request, signal));

    expect([here?.tx.gasLimit, (elsewhere?.tx.gasLimit ?? 0n) < 150_000n]).to.deep.equal([
      500_000n,
      true,
    ]);
  });

  it('has a pull behind an allowance skipped with a warning, with room for its gas', async () => {
    answersLike('says so');
    const payer = await scene.payer(1_000_000n, { isApproved: false });
    const allowance = payer.allowance(
      { address: scene.usdc, name: 'USD Coin', version: '2' },
      2n ** 256n - 1n,
      0n,
      (await scene.now()) + 1_800n,
    );

    const prepared = valueOf(
      await custody.prepare(
        {
          kind: 'pull',
          permit: await permitOf(payer, 1_000_000n),
          allowance,
          to: 'float',
          underWay: [],
          then: [],
        },
        signal,
      ),
    );
    const sent = await committed(custody, prepared);
    await custody.broadcast(sent.map((one) => one.signedTransaction));
    const reading = await untilMined(
      custody,
      scene.chain,
      sent.map((one) => one.watched),
    );

    expect(lines()).to.deep.equal([['simulation-skipped', 'pull']]);
    expect(reading.transactions.map((one) => one.mined?.isSuccess)).to.deep.equal([true, true]);
  });

  it('has the unapproved payer of a plain pull refused', async () => {
    answersLike('says so');
    const payer = await scene.payer(1_000_000n, { isApproved: false });

    expect(
      await custody.prepare(
        {
          kind: 'pull',
          permit: await permitOf(payer, 1_000_000n),
          allowance: null,
          to: 'spender',
          underWay: [],
          then: [],
        },
        signal,
      ),
    ).to.deep.equal(
      refuse(
        'SIMULATION_FAILED',
        'the pull would revert: Permit2 may take 0 from the payer, the permit is for 1000000',
      ),
    );
    expect(lines()).to.deep.equal([]);
  });

  for (const manner of ['says so', 'ignores the wish'] as const) {
    it(`and ${manner} has a rail's calls refused, alone and behind the pull: what they take is unknown`, async () => {
      answersLike(manner);
      const payer = await scene.payer(1_000_000n);
      const call = { to: recipient, data: '0x', value: noUnits } as const;
      const brought = { token: scene.usdc, units: asUnits(1_000_000n) };

      expect(
        await custody.prepare(
          {
            kind: 'pull',
            permit: await permitOf(payer, 1_000_000n),
            allowance: null,
            to: 'spender',
            underWay: [],
            then: [call],
          },
          signal,
        ),
      ).to.deep.equal({
        ...refuse(
          'SIMULATION_FAILED',
          "the node cannot simulate a rail's calls, so what they take is unknown",
        ),
        failedPart: 'planned-calls',
      });
      expect(
        await custody.prepare({ kind: 'call', chain: scene.chain, ...call, brought }, signal),
      ).to.deep.equal(
        refuse(
          'SIMULATION_FAILED',
          "the node cannot simulate a rail's call, so what it takes is unknown",
        ),
      );
      expect(lines()).to.deep.equal([]);
    });
  }

  it('is unreachable when it answers a simulation with something else', async () => {
    proxy.behave(
      changing('eth_call', (reply, { params }) =>
        params.length === 3 ? { id: reply.id, result: `0x${'ff'.repeat(64)}` } : reply,
      ),
    );
    const payer = await scene.payer(1_000_000n);

    const fault = await custody
      .prepare(
        {
          kind: 'pull',
          permit: await permitOf(payer, 1n),
          allowance: null,
          to: 'float',
          underWay: [],
          then: [],
        },
        signal,
      )
      .catch((error: { code: string; details: unknown }) => [error.code, error.details]);

    expect(fault).to.deep.equal([
      'CHAIN_UNREACHABLE',
      { chain: 'eip155:8453', faults: ['garbage'] },
    ]);
  });
});
