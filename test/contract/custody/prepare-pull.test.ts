import { expect } from 'chai';
import { Transaction } from 'ethers';
import {
  asAmount,
  asUnits,
  evmAddress,
  noUnits,
  permit2Address,
  type PullUnderWay,
  refuse,
  type SignedAllowance,
  type SignedPermit,
} from '@interline/kernel';
import type { PlannedCall, TransactionRequest } from '@interline/ports';
import { burner, gasWatcher } from '../../support/burner.ts';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import { committed } from './transactions.ts';
import { valueOf } from './outcome-value.ts';
import type { Payer } from './payer.ts';
import { mined } from '../../support/mined.ts';
import { untilMined } from './until-mined.ts';

const { signal } = new AbortController();
/** Under way, by a permit of the payer's whose nonce no other test spends. */
const pullOf = (units: bigint, nonce = 900n): PullUnderWay => ({ nonce, units: asUnits(units) });

const wordOf = (value: string | bigint): string => BigInt(value).toString(16).padStart(64, '0');

describe('preparing a pull', () => {
  let scene: CustodyScene;
  before(async () => {
    scene = await custodyScene();
  });
  after(() => scene.close());

  async function permitOf(payer: Payer, units: bigint, nonce = 1n): Promise<SignedPermit> {
    return payer.permit({
      token: scene.usdc,
      spender: scene.custody.evmAccounts.spender,
      units,
      nonce,
      deadline: (await scene.now()) + 1_800n,
    });
  }
  const allowanceOf = async (payer: Payer, tokenNonce = 0n): Promise<SignedAllowance> =>
    payer.allowance(
      { address: scene.usdc, name: 'USD Coin', version: '2' },
      2n ** 256n - 1n,
      tokenNonce,
      (await scene.now()) + 1_800n,
    );
  const pull = (
    permit: SignedPermit,
    change: Partial<Extract<TransactionRequest, { kind: 'pull' }>> = {},
  ) =>
    scene.custody.prepare(
      {
        kind: 'pull',
        permit,
        allowance: null,
        to: 'float',
        underWay: [],
        then: [],
        ...change,
      },
      signal,
    );

  it('fixes everything but the nonce, and names the transfer that proves it', async () => {
    const payer = await scene.payer(1_000_000n);
    const permit = await permitOf(payer, 1_000_000n);

    const prepared = valueOf(await pull(permit));

    expect(prepared).to.have.length(1);
    const [{ tx, simulated, nextBlockCost, neededCost, ...rest } = expect.fail()] = prepared;
    expect(rest).to.deep.equal({
      purpose: 'pull',
      chain: 'eip155:8453',
      role: 'spender',
      account: scene.custody.evmAccounts.spender,
      expects: {
        token: scene.usdc,
        from: payer.address,
        to: scene.custody.evmAccounts.float,
        units: 1_000_000n,
      },
      block: Number(await scene.rpc('eth_blockNumber')),
      slotsTaken: 0,
    });
    expect(tx.to).to.equal('0x000000000022d473030f116ddee9f6b43ac78ba3');
    expect(tx.value).to.equal(0n);
    // The node suggests 1 gwei; a tip is at most the base fee.
    const { baseFeePerGas } = (await scene.rpc('eth_getBlockByNumber', ['latest', false])) as {
      baseFeePerGas: string;
    };
    const baseFee = BigInt(baseFeePerGas);
    expect(tx.tip).to.equal(baseFee);
    expect(simulated).to.deep.equal({
      gas: 108_930n,
      gasInMulticall: 87_930n,
      runsForeignCode: false,
    });
    const price = baseFee + (baseFee + 7n) / 8n + baseFee;
    expect(nextBlockCost).to.equal(tx.gasLimit * price);
    // What it used in the simulation, without the room that its limit has.
    expect(neededCost).to.equal(108_930n * price);
  });

  it('gives the pull enough gas and not wastefully much', async () => {
    const payer = await scene.payer(1_000_000n);
    const prepared = valueOf(await pull(await permitOf(payer, 1_000_000n)));

    const [{ signedTransaction, watched } = expect.fail()] = await committed(
      scene.custody,
      prepared,
    );
    expect(await scene.custody.broadcast([signedTransaction])).to.deep.equal(['accepted']);
    const reading = await untilMined(scene.custody, scene.chain, [watched]);

    expect(reading.transactions[0]?.mined?.isSuccess).to.equal(true);
    const gasUsed = Number(
      (
        (await scene.rpc('eth_getTransactionReceipt', [signedTransaction.hash])) as {
          gasUsed: string;
        }
      ).gasUsed,
    );
    expect(Number(signedTransaction.tx.gasLimit) / gasUsed).to.be.within(1.3, 2.2);
  });

  it('seals bytes that another library reads the same', async () => {
    const payer = await scene.payer(1_000_000n);
    const [prepared = expect.fail()] = valueOf(await pull(await permitOf(payer, 1_000_000n)));

    const signedTransaction = scene.custody.seal(
      { transactionId: 'effect_9', movements: [] },
      prepared,
      41,
      1_700_000_000_000,
    );

    const read = Transaction.from(signedTransaction.raw ?? '');
    expect(read.hash).to.equal(signedTransaction.hash);
    expect(read.from?.toLowerCase()).to.equal(scene.custody.evmAccounts.spender);
    expect([
      read.nonce,
      read.chainId,
      read.gasLimit,
      read.maxFeePerGas,
      read.data,
      read.value,
    ]).to.deep.equal([
      41,
      8453n,
      signedTransaction.tx.gasLimit,
      signedTransaction.tx.maxFeeRate,
      signedTransaction.tx.data,
      0n,
    ]);
    expect(signedTransaction).to.deep.include({
      transactionId: 'effect_9',
      slot: 41,
      committedAtMs: 1_700_000_000_000,
      account: scene.custody.evmAccounts.spender,
    });
  });

  it("puts the payer's EIP-2612 permit in front if Permit2 was never approved", async () => {
    const payer = await scene.payer(1_000_000n, { isApproved: false });
    const permit = await permitOf(payer, 1_000_000n);

    const prepared = valueOf(await pull(permit, { allowance: await allowanceOf(payer) }));
    const sent = await committed(scene.custody, prepared);
    const outcomes = await scene.custody.broadcast(sent.map((one) => one.signedTransaction));
    const reading = await untilMined(
      scene.custody,
      scene.chain,
      sent.map((one) => one.watched),
    );

    expect(prepared.map((one) => [one.purpose, one.tx.to, one.expects === null])).to.deep.equal([
      ['allowance', scene.usdc, true],
      ['pull', '0x000000000022d473030f116ddee9f6b43ac78ba3', false],
    ]);
    expect(outcomes).to.deep.equal(['accepted', 'accepted']);
    expect(reading.transactions.map((one) => one.mined?.isSuccess)).to.deep.equal([true, true]);
    expect(
      await scene.custody.payerState(scene.chain, scene.usdc, payer.address, signal),
    ).to.deep.include({ balance: 0n, eip2612Nonce: 1n });
  });

  it('leaves the EIP-2612 permit out if Permit2 may take enough for this pull and those under way', async () => {
    const payer = await scene.payer(3_000_000n, { isApproved: false });
    await approve(payer, 1_500_000n);
    const permit = await permitOf(payer, 1_000_000n);
    const allowance = await allowanceOf(payer);
    const purposesAt = async (units: bigint) =>
      valueOf(await pull(permit, { allowance, underWay: [pullOf(units)] })).map(
        ({ purpose }) => purpose,
      );

    expect(await purposesAt(500_000n)).to.deep.equal(['pull']);
    expect(await purposesAt(500_001n)).to.deep.equal(['allowance', 'pull']);
  });

  it('leaves the EIP-2612 permit out when it would revert and the pull would not', async () => {
    const payer = await scene.payer(3_000_000n, { isApproved: false });
    await approve(payer, 1_500_000n);

    const prepared = valueOf(
      await pull(await permitOf(payer, 1_000_000n), {
        allowance: await allowanceOf(payer, 9n),
        underWay: [pullOf(500_001n)],
      }),
    );

    expect(prepared.map((one) => one.purpose)).to.deep.equal(['pull']);
  });

  it('refuses what would revert, and says why', async () => {
    const poor = await scene.payer(999_999n);
    const unapproved = await scene.payer(1_000_000n, { isApproved: false });

    expect(await pull(await permitOf(poor, 1_000_000n))).to.deep.equal(
      refuse(
        'SIMULATION_FAILED',
        'the pull would revert: the payer holds 999999, the permit is for 1000000',
      ),
    );
    expect(await pull(await permitOf(unapproved, 1_000_000n))).to.deep.equal(
      refuse(
        'SIMULATION_FAILED',
        'the pull would revert: Permit2 may take 0 from the payer, the permit is for 1000000',
      ),
    );
    expect(
      await pull(await permitOf(unapproved, 1_000_000n), {
        allowance: await allowanceOf(unapproved, 3n),
      }),
    ).to.deep.equal(
      refuse(
        'SIMULATION_FAILED',
        "the pull would revert: Permit2 may take 0 from the payer, the permit is for 1000000, and the payer's EIP-2612 permit would revert too",
      ),
    );
    expect(
      await pull({ ...(await permitOf(poor, 10n)), signature: `0x${'11'.repeat(65)}` }),
    ).to.deep.equal(
      refuse(
        'SIMULATION_FAILED',
        'the pull would revert: the permit is not signed by its owner for this spender',
      ),
    );
    expect(await pull({ ...(await permitOf(poor, 10n)), token: poor.address })).to.deep.equal(
      refuse('SIMULATION_FAILED', "the token does not say the payer's balance"),
    );
  });

  it('reports that the token may block the payer or our account if the figures are fine', async () => {
    const payer = await scene.payer(1_000_000n);
    await blacklist(payer.address);

    expect(await pull(await permitOf(payer, 1_000_000n))).to.deep.equal(
      refuse(
        'SIMULATION_FAILED',
        'the pull would revert: the token refuses the transfer; it may block the payer or our account',
      ),
    );
  });

  it('counts our own pulls of that payer that are still under way', async () => {
    const payer = await scene.payer(1_000_000n);
    const permit = await permitOf(payer, 400_000n);

    expect((await pull(permit, { underWay: [pullOf(600_000n)] })).ok).to.equal(true);
    expect(await pull(permit, { underWay: [pullOf(600_001n)] })).to.deep.equal(
      refuse(
        'SIMULATION_FAILED',
        'the payer would have 600000 left after this pull of 400000; earlier ones under way need 600001',
      ),
    );
  });

  it('runs the rest of the plan on what the pull brought', async () => {
    const payer = await scene.payer(1_000_000n);
    const permit = await permitOf(payer, 1_000_000n);
    const forward = (units: bigint): PlannedCall => ({
      to: scene.usdc,
      data: `0xa9059cbb${'42'.repeat(20).padStart(64, '0')}${units.toString(16).padStart(64, '0')}`,
      value: noUnits,
    });

    expect(
      (await pull(permit, { to: 'spender', then: [forward(400_000n), forward(600_000n)] })).ok,
    ).to.equal(true);
    expect(
      await pull(permit, { to: 'spender', then: [forward(400_000n), forward(600_001n)] }),
    ).to.deep.equal({
      ...refuse('SIMULATION_FAILED', 'transaction 2 after the pull would revert'),
      failedPart: 'planned-calls',
    });
  });

  it('says whose fault it is that a pull with planned calls fails', async () => {
    const [able, poor] = [await scene.payer(1_000_000n), await scene.payer(999_999n)];
    const [fine, endless] = [
      evmAddress(`0x${'b5'.repeat(20)}`),
      evmAddress(`0x${'b6'.repeat(20)}`),
    ];
    await scene.rpc('anvil_setCode', [endless, '0x5b600056']);
    const call = { to: fine, data: '0x', value: noUnits } as const;
    const burning = { ...call, to: endless };
    const malformed = { ...call, data: '0x1' } as const;
    const failedPartOf = async (payer: Payer, next: PlannedCall): Promise<string | undefined> => {
      const outcome = await pull(await permitOf(payer, 1_000_000n), {
        to: 'spender',
        then: [next],
      });
      return outcome.ok ? 'none' : outcome.failedPart;
    };

    expect(await failedPartOf(able, call)).to.equal('none');
    expect(await failedPartOf(poor, call)).to.equal('pull');
    for (const next of [burning, malformed]) {
      expect(await failedPartOf(able, next)).to.equal('planned-calls');
      expect(await failedPartOf(poor, next)).to.equal('pull');
    }
  });

  it('refuses while gas costs more than the cap, and caps the offer below that', async () => {
    const payer = await scene.payer(1_000_000n);
    const permit = await permitOf(payer, 1_000_000n);
    await scene.rpc('anvil_setNextBlockBaseFeePerGas', ['0x3b9aca00']);
    await scene.rpc('evm_mine');
    const intent: TransactionRequest = {
      kind: 'pull',
      permit,
      allowance: null,
      to: 'float',
      underWay: [],
      then: [],
    };

    const capped = valueOf(
      await scene.over([scene.rpcUrl], { maxFeePerGasWei: 1_500_000_000n }).prepare(intent, signal),
    );
    const refused = await scene
      .over([scene.rpcUrl], { maxFeePerGasWei: 999_999_999n })
      .prepare(intent, signal);

    expect(capped[0]?.tx).to.deep.include({
      maxFeeRate: 1_500_000_000n,
      tip: 1_000_000_000n,
    });
    expect(refused).to.deep.equal(
      refuse('SIMULATION_FAILED', 'gas on this chain costs more now than the relayer offers'),
    );
  });

  it('is refused to a payer whose own code burns gas, and says what to look at', async () => {
    const payer = await scene.payer(3_000_000n);
    await scene.rpc('anvil_setCode', [payer.address, burner(400_000)]);
    const refused = await pull(await permitOf(payer, 1_000_000n, 1n));
    await scene.rpc('anvil_setCode', [payer.address, burner(5_000)]);
    const [prepared] = valueOf(await pull(await permitOf(payer, 1_000_000n, 2n)));

    expect(
      refused.ok ? null : [refused.code, refused.reason.replace(/[0-9]{8}/, 'N')],
    ).to.deep.equal([
      'GAS_CEILING',
      'the pull would take N gas, and 500000 is the most for one on eip155:8453; look at the code of the payer and of the token',
    ]);
    expect(Number(prepared?.tx.gasLimit)).to.be.within(200_000, 500_000);
  });

  it('is never signed for more gas than the ceiling, however close to it the simulation came', async () => {
    const payer = await scene.payer(1_000_000n);
    await scene.rpc('anvil_setCode', [payer.address, burner(13_000)]);

    const [prepared] = valueOf(await pull(await permitOf(payer, 1_000_000n)));

    expect(prepared?.tx.gasLimit).to.equal(500_000n);
  });

  it("signs for twice the gas that was measured for a payer's code, up to the ceiling of 500,000", async () => {
    const payer = await scene.payer(3_000_000n);
    const limits: (bigint | undefined)[] = [];
    for (const rounds of [1, 2_000, 6_500, 7_500]) {
      await scene.rpc('anvil_setCode', [payer.address, burner(rounds)]);
      const [prepared] = valueOf(await pull(await permitOf(payer, 1_000_000n, 5n)));
      limits.push(prepared?.tx.gasLimit);
    }

    // A round is 26 gas, so each step is 52 times the rounds.
    expect(limits).to.deep.equal([141_552n, 245_500n, 479_500n, 500_000n]);
  });

  it('is signed for a limit that was tried to the gas, and for the ceiling if it does not work in it', async () => {
    const payer = await scene.payer(3_000_000n);
    const permit = await permitOf(payer, 1_000_000n, 6n);
    const preparedFor = async (leastGas: number) => {
      await scene.rpc('anvil_setCode', [payer.address, gasWatcher(leastGas)]);
      const [prepared = expect.fail()] = valueOf(await pull(permit));
      return prepared;
    };
    let [works, fails] = [1, 200_000];
    const { gasLimit } = (await preparedFor(works)).tx;
    while (fails - works > 1) {
      const middle = Math.floor((works + fails) / 2);
      const isTwice = (await preparedFor(middle)).tx.gasLimit === gasLimit;
      [works, fails] = isTwice ? [middle, fails] : [works, middle];
    }
    const runs = async (leastGas: number): Promise<boolean> => {
      const { account, tx } = await preparedFor(leastGas);
      const gas = `0x${gasLimit.toString(16)}`;
      return scene
        .rpc('eth_call', [{ from: account, to: tx.to, data: tx.data, gas }, 'latest'])
        .then(
          () => true,
          () => false,
        );
    };

    expect(gasLimit).to.equal(141_532n);
    expect([await runs(works), await runs(fails)]).to.deep.equal([true, false]);
    expect((await preparedFor(fails)).tx.gasLimit).to.equal(500_000n);
  });

  it('has gas for a balance of ours that was emptied since the simulation, and for what its allowance warmed', async () => {
    const payer = await scene.payer(2_000_000n, { isApproved: false });
    const spender = scene.custody.evmAccounts.spender;
    await scene.give('USDC', spender, 1n);
    await scene.rpc('anvil_setCode', [payer.address, burner(1)]);
    const prepared = valueOf(
      await pull(await permitOf(payer, 1_000_000n, 7n), {
        to: 'spender',
        allowance: await allowanceOf(payer),
      }),
    );
    await scene.rpc('anvil_impersonateAccount', [spender]);
    const data = `0xa9059cbb${payer.address.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`;
    await mined(
      scene.rpc,
      await scene.rpc('eth_sendTransaction', [{ from: spender, to: scene.usdc, data }]),
    );
    await scene.rpc('anvil_stopImpersonatingAccount', [spender]);
    // Its fees are those of a second ago, and blocks full of burnt gas raise them: nothing here bids again.
    await scene.rpc('anvil_setNextBlockBaseFeePerGas', ['0x1']);
    const sent = await committed(scene.custody, prepared);
    await scene.custody.broadcast(sent.map((one) => one.signedTransaction));
    const { transactions } = await untilMined(
      scene.custody,
      scene.chain,
      sent.map((one) => one.watched),
    );

    expect(prepared.map((one) => [one.purpose, one.tx.gasLimit])).to.deep.equal([
      ['allowance', 138_152n],
      ['pull', 132_552n],
    ]);
    // The pull was simulated at 84,532.
    expect(transactions.map((one) => one.mined?.isSuccess)).to.deep.equal([true, true]);
    expect(Number(transactions[1]?.mined?.gasUsed)).to.be.within(91_000, 91_500);
  });

  it("runs with the gas that it was simulated with, if the payer's code looks at it", async () => {
    const payer = await scene.payer(2_000_000n);
    await scene.rpc('anvil_setCode', [payer.address, gasWatcher(300_000)]);
    const [prepared = expect.fail()] = valueOf(await pull(await permitOf(payer, 1_000_000n, 3n)));
    const { to, data, gasLimit } = prepared.tx;
    const run = (gas: bigint) =>
      scene.rpc('eth_call', [
        { from: prepared.account, to, data, gas: `0x${gas.toString(16)}` },
        'latest',
      ]);

    expect(gasLimit).to.equal(500_000n);
    expect(await run(gasLimit)).to.equal('0x');
    // A limit of its estimate with room would have been about 170,000.
    expect(
      await run(300_000n).then(
        () => 'ran',
        () => 'reverted',
      ),
    ).to.equal('reverted');
  });

  it("is refused if the payer's code runs only with more gas than one may take", async () => {
    const payer = await scene.payer(2_000_000n);
    await scene.rpc('anvil_setCode', [payer.address, gasWatcher(600_000)]);

    const refused = await pull(await permitOf(payer, 1_000_000n, 4n));

    expect(refused.ok ? null : refused.reason).to.equal(
      'the pull would revert: the token refuses the transfer; it may block the payer or our account',
    );
  });

  it('is at fault itself if it passes its ceiling and the planned call fails too', async () => {
    const payer = await scene.payer(1_000_000n);
    await scene.rpc('anvil_setCode', [payer.address, burner(400_000)]);
    const reverting = evmAddress(`0x${'b7'.repeat(20)}`);
    await scene.rpc('anvil_setCode', [reverting, '0x5f5ffd']);

    const refused = await pull(await permitOf(payer, 1_000_000n), {
      to: 'spender',
      then: [{ to: reverting, data: '0x', value: noUnits }],
    });

    expect(refused.ok ? null : refused.failedPart).to.equal('pull');
  });

  it('is refused with a plan whose next call burns gas', async () => {
    const payer = await scene.payer(1_000_000n);
    const burning = evmAddress(`0x${'b4'.repeat(20)}`);
    await scene.rpc('anvil_setCode', [burning, burner(400_000)]);

    const refused = await pull(await permitOf(payer, 1_000_000n), {
      to: 'spender',
      then: [{ to: burning, data: '0x', value: noUnits }],
    });

    expect(refused.ok ? null : refused.reason.replace(/[0-9]{8}/, 'N')).to.equal(
      'the call would take N gas, and 3000000 is the most for one on eip155:8453; look at the code that it calls',
    );
  });

  it('out of a standing allowance that others took of meanwhile is refused as what is used up, to the unit', async () => {
    const payer = await scene.payer(2_000_000n);
    await approve(payer, 2n ** 256n - 1n);
    const { spender } = scene.custody.evmAccounts;
    const expiration = (await scene.now()) + 3_600n;
    const data = `0x87517c45${[scene.usdc, spender, 999_999n, expiration].map(wordOf).join('')}`;
    await scene.rpc('anvil_impersonateAccount', [payer.address]);
    const sent = await scene.rpc('eth_sendTransaction', [
      { from: payer.address, to: permit2Address, data },
    ]);
    await mined(scene.rpc, sent);
    const out = async (units: bigint) => {
      const ceiling = { units: asAmount(2_000_000n), nonce: 1n, sigDeadline: expiration };
      return pull({ ...(await permitOf(payer, units)), ceiling });
    };

    const [refused, taken] = [await out(1_000_000n), await out(999_999n)];

    expect(refused).to.deep.equal(
      refuse(
        'MANDATE_BUDGET',
        "the chain's allowance has less left than this takes, which is 1000000",
      ),
    );
    expect(taken.ok).to.equal(true);
  });

  it('leaves nothing behind on the chain', async () => {
    const payer = await scene.payer(1_000_000n);
    const before = await scene.rpc('eth_blockNumber');

    valueOf(await pull(await permitOf(payer, 1_000_000n)));

    expect(await scene.rpc('eth_blockNumber')).to.equal(before);
    expect(await scene.rpc('eth_getCode', [scene.custody.evmAccounts.spender, 'latest'])).to.equal(
      '0x',
    );
  });

  async function approve({ address }: Payer, units: bigint): Promise<void> {
    await scene.rpc('anvil_setBalance', [address, '0xde0b6b3a7640000']);
    await scene.rpc('anvil_impersonateAccount', [address]);
    const permit2 = '000000000022d473030f116ddee9f6b43ac78ba3'.padStart(64, '0');
    const data = `0x095ea7b3${permit2}${units.toString(16).padStart(64, '0')}`;
    await mined(
      scene.rpc,
      await scene.rpc('eth_sendTransaction', [{ from: address, to: scene.usdc, data }]),
    );
    await scene.rpc('anvil_stopImpersonatingAccount', [address]);
  }

  async function blacklist(account: string): Promise<void> {
    const [owner] = (await scene.rpc('eth_accounts')) as string[];
    await mined(
      scene.rpc,
      await scene.rpc('eth_sendTransaction', [
        { from: owner, to: scene.usdc, data: `0xf9f92be4${account.slice(2).padStart(64, '0')}` },
      ]),
    );
  }
});
