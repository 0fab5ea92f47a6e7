import { systemClock } from '@interline/adapters/clock';
import {
  batchExecutor,
  evmCustody,
  type EvmCustody,
  randomSigner,
  evmTx,
} from '@interline/adapters/custody/evm';
import {
  asUnits,
  evmAddress,
  type EvmAddress,
  type Hex,
  noUnits,
  permit2Address,
  refuse,
  TokenList,
  type TxFields,
} from '@interline/kernel';
import type { PlannedCall } from '@interline/ports';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import { mined } from '../../support/mined.ts';
import { changing, misbehavingNode } from './misbehaving-node.ts';
import { valueOf } from './outcome-value.ts';
import { Interface } from 'ethers';
import { expect } from 'chai';

const { signal } = new AbortController();
const thief = address('7e');
/**
 * Calls what the first word of its calldata names, with the rest of it, and reverts where that
 * does.
 */
const helper = address('be');
const helperCode = '0x602036038060205f375f5f825f5f5f355af115601757005b5f5ffd';
const token = new Interface([
  'function transfer(address,uint256)',
  'function increaseAllowance(address,uint256)',
  'function transferFrom(address,address,uint256)',
  'function approve(address,uint256)',
  'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
]);
const word = `0x${'07'.repeat(32)}`;
const permit2 = new Interface([
  'function approve(address,address,uint160,uint48)',
  'function transferFrom(address,address,uint160,address)',
]);
const never = 2 ** 48 - 1;

describe("what a rail's calls take from our accounts", () => {
  let scene: CustodyScene;
  let spender: EvmAddress;
  let float: EvmAddress;
  let clean: unknown;
  before(async () => {
    scene = await custodyScene();
    [spender, float] = [scene.custody.evmAccounts.spender, scene.custody.evmAccounts.float];
    await Promise.all([
      scene.give('USDC', spender, 50_000_000n),
      scene.give('USDC', float, 10_000_000n),
      scene.rpc('anvil_setCode', [helper, helperCode]),
      scene.give('native', thief, 10n ** 18n),
    ]);
  });
  beforeEach(async () => {
    clean = await scene.rpc('evm_snapshot');
  });
  afterEach(() => scene.rpc('evm_revert', [clean]));
  after(() => scene.close());

  it('may be what the route brought, by a plain transfer or through an exact approval', async () => {
    const offers = [
      transfer(2_000_000n),
      { ...byHelper(spender, 2_000_000n), approve: approval(2_000_000n) },
    ];

    const alone = [];
    for (const offer of offers)
      alone.push(valueOf(await alonePrepared(offer)).map((one) => one.purpose));
    const behindThePull = [];
    for (const offer of offers) behindThePull.push((await behindPull(offer)).ok);

    expect(alone).to.deep.equal([['call'], ['approve', 'call']]);
    expect(behindThePull).to.deep.equal([true, true]);
  });

  it('is refused one unit above what the route brought', async () => {
    const says = `the rail's calls declare 2000001 of ${scene.usdc}, and the route brought 2000000`;

    for (const call of [transfer(2_000_001n), { ...harmless, approve: approval(2_000_001n) }]) {
      expect(await alonePrepared(call)).to.deep.equal(refuse('SIMULATION_FAILED', says));
      expect(await behindPull(call)).to.deep.equal({
        ...refuse('SIMULATION_FAILED', says),
        failedPart: 'planned-calls',
      });
    }
  });

  it('is nothing in a token that the route did not bring', async () => {
    const says = `the rail's calls declare 1 of ${scene.dai}, and the route brought 0`;

    expect(
      await alonePrepared({
        ...harmless,
        approve: { token: scene.dai, spender: helper, units: asUnits(1n) },
      }),
    ).to.deep.equal(refuse('SIMULATION_FAILED', says));
  });

  for (const [given, owner, leave] of [
    [
      'our spender had approved',
      () => spender,
      () => as(spender, scene.usdc, token.encodeFunctionData('approve', [helper, 50_000_000n])),
    ],
    [
      'our float had approved',
      () => float,
      () => as(float, scene.usdc, token.encodeFunctionData('approve', [helper, 50_000_000n])),
    ],
  ] as const) {
    it(`is refused from one unit on through a helper that ${given} before`, async () => {
      await leave();

      expect((await alonePrepared(byHelper(owner(), 0n))).ok).to.equal(true);
      expect((await behindPull(byHelper(owner(), 0n))).ok).to.equal(true);
      for (const units of [1n, 10_000_000n]) {
        const refusal = refuse(
          'SIMULATION_FAILED',
          `the rail's calls would take ${units} of ${scene.usdc} from our accounts, and declare 0`,
        );
        expect(await alonePrepared(byHelper(owner(), units))).to.deep.equal(refusal);
        expect(await behindPull(byHelper(owner(), units))).to.deep.equal({
          ...refusal,
          failedPart: 'planned-calls',
        });
      }
    });
  }

  it('is refused from an account whose key was rotated out', async () => {
    const former = { spender: randomSigner(), float: randomSigner() };
    const owner = evmAddress(former.float.address);
    const token6 = { chain: scene.chain, symbol: 'USDC', decimals: 6, asset: 'USD' };
    const custody = evmCustody({
      chains: [{ chain: scene.chain, chainId: scene.chainId, rpcUrls: [scene.rpcUrl] }],
      signers: scene.signers,
      formerSigners: [former],
      tokens: new TokenList([{ ...token6, address: scene.usdc }]),
      log: scene.log,
      clock: systemClock,
    });
    await give(scene.usdc, owner, 7n);
    await give(scene.usdc, spender, 50_000_000n);
    await scene.give('native', owner, 10n ** 18n);
    await as(owner, scene.usdc, token.encodeFunctionData('approve', [helper, 7n]));
    const prepared = (units: bigint) =>
      custody.prepare(
        {
          kind: 'call',
          chain: scene.chain,
          ...byHelper(owner, units),
          brought: { token: scene.usdc, units: asUnits(2_000_000n) },
        },
        signal,
      );

    expect((await prepared(0n)).ok).to.equal(true);
    expect(await prepared(1n)).to.deep.equal(
      refuse(
        'SIMULATION_FAILED',
        `the rail's calls would take 1 of ${scene.usdc} from our accounts, and declare 0`,
      ),
    );
    await custody.close();
  });

  it('is refused through an allowance on Permit2', async () => {
    await as(
      spender,
      scene.usdc,
      token.encodeFunctionData('approve', [permit2Address, 50_000_000n]),
    );
    await as(
      spender,
      permit2Address,
      permit2.encodeFunctionData('approve', [scene.usdc, helper, 50_000_000n, never]),
    );
    const call = {
      ...harmless,
      data: told(
        permit2Address,
        permit2.encodeFunctionData('transferFrom', [spender, thief, 50_000_000n, scene.usdc]),
      ),
    };

    expect(await alonePrepared(call)).to.deep.equal(
      refuse(
        'SIMULATION_FAILED',
        `the rail's calls would take 50000000 of ${scene.usdc} from our accounts, and declare 0`,
      ),
    );
  });

  it('is refused next to an exact approval that is used in full', async () => {
    await as(spender, scene.dai, token.encodeFunctionData('approve', [helper, 7n]));
    await give(scene.dai, spender, 7n);
    const call = {
      ...harmless,
      data: told(scene.dai, token.encodeFunctionData('transferFrom', [spender, thief, 7n])),
      approve: approval(2_000_000n),
    };

    expect(await alonePrepared(call)).to.deep.equal(
      refuse(
        'SIMULATION_FAILED',
        `the rail's calls would take 7 of ${scene.dai} from our accounts, and declare 0`,
      ),
    );
  });

  it('leaves no allowance behind but the exact one', async () => {
    const onPermit2 = {
      ...harmless,
      to: scene.dai,
      data: token.encodeFunctionData('approve', [permit2Address, 1n]) as Hex,
    };

    expect(await alonePrepared(onPermit2)).to.deep.equal(
      refuse(
        'SIMULATION_FAILED',
        `the rail's calls declare 1 of ${scene.dai}, and the route brought 0`,
      ),
    );
    expect((await alonePrepared({ ...harmless, approve: approval(2_000_000n) })).ok).to.equal(true);
  });

  it('is not a right for a third party: on a token, on Permit2, or on our own account', async () => {
    // Says yes to everything, as a token does that lets its holders raise allowances.
    await scene.rpc('anvil_setCode', [scene.dai, '0x600160005260206000f3']);
    const onToken = `the rail's calls would call ${scene.dai}, a token, for more than an approval or a transfer`;
    const signed = (from: string) =>
      token.encodeFunctionData('transferWithAuthorization', [
        ...[from, thief, 0n, 0n, 0n, word, 27, word, word],
      ]);
    for (const [to, data, says] of [
      [scene.dai, token.encodeFunctionData('increaseAllowance', [thief, 50_000_000n]), onToken],
      [scene.dai, token.encodeFunctionData('transferFrom', [spender, thief, 0n]), onToken],
      [scene.dai, `${token.encodeFunctionData('approve', [thief, 0n])}00`, onToken],
      [scene.dai, signed(float), onToken],
      [scene.dai, signed(spender), onToken],
      [
        permit2Address,
        permit2.encodeFunctionData('approve', [scene.usdc, thief, 50_000_000n, never]),
        "the rail's calls would call Permit2",
      ],
      [float, '0x', "the rail's calls would call our own account"],
      [spender, '0x', "the rail's calls would call our own account"],
    ] as const) {
      const call = { ...harmless, to, data: data as Hex };

      expect(await alonePrepared(call)).to.deep.equal(refuse('SIMULATION_FAILED', says));
      expect(await behindPull(call)).to.deep.equal({
        ...refuse('SIMULATION_FAILED', says),
        failedPart: 'planned-calls',
      });
    }
  });

  it('must be nothing if the pull went to the float', async () => {
    expect(await behindPull(transfer(1n), 'float')).to.deep.equal({
      ...refuse(
        'SIMULATION_FAILED',
        `the rail's calls declare 1 of ${scene.usdc}, and the route brought 0`,
      ),
      failedPart: 'planned-calls',
    });
    expect((await behindPull(harmless, 'float')).ok).to.equal(true);
  });

  it('is read without warming what the calls touch: their gas is measured as in a block', async () => {
    const { to, data } = transfer(2_000_000n);

    const [prepared] = valueOf(await alonePrepared(transfer(2_000_000n)));

    // Without what is added for safety, which is 30 %, 30,000 and 40 for each byte.
    const measured = (((prepared?.tx.gasLimit ?? 0n) - 21_000n - 40n * 68n - 30_000n) * 10n) / 13n;
    const bytes = [...Buffer.from(data.slice(2), 'hex')];
    const calldata = bytes.reduce((sum, byte) => sum + (byte === 0 ? 4n : 16n), 0n);
    const inABlock =
      BigInt(String(await scene.rpc('eth_estimateGas', [{ from: spender, to, data }]))) -
      21_000n -
      calldata;
    expect(measured >= inABlock, `${measured} measured, ${inABlock} in a block`).to.equal(true);
  });

  describe('in a batch', () => {
    beforeEach(async () => {
      await scene.rpc('anvil_setCode', [
        scene.custody.batchExecutor,
        batchExecutor.deployedBytecode,
      ]);
      await scene.rpc('anvil_setCode', [
        spender,
        `0xef0100${scene.custody.batchExecutor.slice(2)}`,
      ]);
      await as(spender, scene.usdc, token.encodeFunctionData('approve', [helper, 50_000_000n]));
    });

    it('leaves a group out that takes more than it declares, and nothing else', async () => {
      const evil = fields(byHelper(spender, 1n));
      const fair = [
        fields({
          to: scene.usdc,
          data: token.encodeFunctionData('approve', [helper, 2_000_000n]) as Hex,
          value: noUnits,
        }),
        fields(byHelper(spender, 2_000_000n)),
      ];
      const refund = fields(transfer(1n));

      const { failed, prepared } = await scene.custody.prepareMerged(
        scene.chain,
        'spender',
        [[evil], [refund], fair],
        signal,
      );

      expect(failed).to.deep.equal([0]);
      expect(prepared?.purpose).to.equal('batch');
    });

    it("does not count what a group's own pull adds as the rail's to take", async () => {
      const payer = await scene.payer(2_000_000n);
      const permit = payer.permit({
        token: scene.usdc,
        spender,
        units: 2_000_000n,
        nonce: 4n,
        deadline: (await scene.now()) + 1_800n,
      });
      const [pull = expect.fail()] = valueOf(
        await scene.custody.prepare(
          { kind: 'pull', permit, allowance: null, to: 'spender', underWay: [], then: [] },
          signal,
        ),
      );
      const group = (units: bigint) =>
        scene.custody.prepareMerged(
          scene.chain,
          'spender',
          [[pull.tx, fields(byHelper(spender, units))]],
          signal,
        );

      expect((await group(0n)).failed).to.deep.equal([]);
      expect((await group(1n)).failed).to.deep.equal([0]);
    });
  });

  it('through an approval is reported until that is revoked, except for what our account sent itself', async () => {
    const first = await as(
      spender,
      scene.usdc,
      token.encodeFunctionData('approve', [helper, 2_000_000n]),
    );
    await as(thief, helper, byHelper(spender, 7n).data);
    await as(spender, scene.usdc, token.encodeFunctionData('transfer', [thief, 5n]));
    await as(thief, helper, byHelper(spender, 3n).data);
    const revocation = valueOf(
      await scene.custody.prepare(
        { kind: 'revoke', chain: scene.chain, token: scene.usdc, spender: helper },
        signal,
      ),
    );
    const [{ tx } = expect.fail()] = revocation;
    const { to, data } = evmTx(tx);
    const last = await as(spender, evmAddress(to), data);
    const taken = (custody: EvmCustody) =>
      custody.takenBetween(scene.chain, { token: scene.usdc, from: spender, first, last }, signal);
    const deep = scene.over([scene.rpcUrl], { confirmations: 2 });

    expect(revocation.map((one) => [one.purpose, one.role, one.tx.value])).to.deep.equal([
      ['approve', 'spender', 0n],
    ]);
    expect([await taken(scene.custody), await taken(deep)]).to.deep.equal([10n, null]);
    await scene.rpc('evm_mine');
    expect(await taken(deep)).to.equal(10n);

    const other = await misbehavingNode(scene.rpcUrl);
    const two = scene.over([other.url, scene.rpcUrl]);
    other.behave(changing('eth_getLogs', ({ id }) => ({ id, result: [] })));
    expect(await taken(two)).to.equal(10n);
    other.behave(async () => 'reset');
    expect(await taken(two)).to.equal(null);
    await other.close();
    expect((await alonePrepared(byHelper(spender, 1n))).ok).to.equal(false);
  });

  const harmless: PlannedCall = { to: helper, data: told(address('99'), '0x'), value: noUnits };

  function transfer(units: bigint): PlannedCall {
    return {
      to: scene.usdc,
      data: token.encodeFunctionData('transfer', [thief, units]) as Hex,
      value: noUnits,
    };
  }

  function approval(units: bigint): NonNullable<PlannedCall['approve']> {
    return { token: scene.usdc, spender: helper, units: asUnits(units) };
  }

  function byHelper(owner: EvmAddress, units: bigint): PlannedCall {
    return {
      ...harmless,
      data: told(scene.usdc, token.encodeFunctionData('transferFrom', [owner, thief, units])),
    };
  }

  function alonePrepared(call: PlannedCall) {
    return scene.custody.prepare(
      {
        kind: 'call',
        chain: scene.chain,
        ...call,
        brought: { token: scene.usdc, units: asUnits(2_000_000n) },
      },
      signal,
    );
  }

  async function behindPull(call: PlannedCall, to: 'spender' | 'float' = 'spender') {
    const payer = await scene.payer(2_000_000n);
    const permit = payer.permit({
      token: scene.usdc,
      spender,
      units: 2_000_000n,
      nonce: 1n,
      deadline: (await scene.now()) + 1_800n,
    });
    return scene.custody.prepare(
      { kind: 'pull', permit, allowance: null, to, underWay: [], then: [call] },
      signal,
    );
  }

  function fields({ to, data, value }: PlannedCall): TxFields {
    return { to, data, value, gasLimit: 200_000n, maxFeeRate: 1n, tip: 1n };
  }

  async function as(from: EvmAddress, to: EvmAddress, data: string): Promise<Hex> {
    await scene.rpc('anvil_impersonateAccount', [from]);
    const hash = (await scene.rpc('eth_sendTransaction', [{ from, to, data }])) as Hex; // CAST: anvil's own shape.
    await mined(scene.rpc, hash);
    await scene.rpc('anvil_stopImpersonatingAccount', [from]);
    return hash;
  }

  async function give(ofToken: EvmAddress, to: EvmAddress, units: bigint): Promise<void> {
    expect(await scene.rpc('anvil_dealERC20', [to, ofToken, `0x${units.toString(16)}`])).to.equal(
      null,
    );
  }
});

/** Calldata that makes the helper send these bytes there. */
function told(to: EvmAddress, data: string): Hex {
  return `0x${to.slice(2).padStart(64, '0')}${data.slice(2)}`;
}

function address(byte: string): EvmAddress {
  return evmAddress(`0x${byte.repeat(20)}`);
}
