import { expect } from 'chai';
import { asUnits, type EvmAddress, evmAddress, type Hex, noUnits, refuse } from '@interline/kernel';
import type { TransactionRequest } from '@interline/ports';
import { burner, gasWatcher } from '../../support/burner.ts';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import { committed } from './transactions.ts';
import { changing, misbehavingNode } from './misbehaving-node.ts';
import { valueOf } from './outcome-value.ts';
import { mined } from '../../support/mined.ts';
import { untilMined } from './until-mined.ts';

const { signal } = new AbortController();
const recipient = `0x${'42'.repeat(20)}` as EvmAddress;

describe('preparing what leaves our accounts', () => {
  let scene: CustodyScene;
  let float: EvmAddress;
  let spender: EvmAddress;
  before(async () => {
    scene = await custodyScene();
    [float, spender] = [scene.custody.evmAccounts.float, scene.custody.evmAccounts.spender];
    await Promise.all([
      scene.give('USDC', float, 10_000_000n),
      scene.give('USDC', spender, 10_000_000n),
    ]);
  });
  after(() => scene.close());

  type Transfer = Extract<TransactionRequest, { kind: 'payout' }>;
  const transfer = (change: Partial<Transfer>): Transfer => ({
    kind: 'payout',
    chain: scene.chain,
    token: scene.usdc,
    role: 'float',
    to: recipient,
    units: asUnits(1_000_000n),
    purpose: 'payout',
    ...change,
  });
  const call = (change: Partial<Extract<TransactionRequest, { kind: 'call' }>>) =>
    scene.custody.prepare(
      {
        kind: 'call',
        chain: scene.chain,
        to: scene.usdc,
        data: '0x',
        value: noUnits,
        brought: { token: scene.usdc, units: asUnits(700n) },
        ...change,
      },
      signal,
    );

  it('pays out a token from the float account, and it arrives', async () => {
    const prepared = valueOf(await scene.custody.prepare(transfer({}), signal));
    const sent = await committed(scene.custody, prepared);
    await scene.custody.broadcast(sent.map((one) => one.signedTransaction));
    const {
      transactions: [seen],
    } = await untilMined(
      scene.custody,
      scene.chain,
      sent.map((one) => one.watched),
    );

    expect(prepared.map((one) => [one.purpose, one.role, one.account, one.expects])).to.deep.equal([
      [
        'payout',
        'float',
        float,
        { token: scene.usdc, from: float, to: recipient, units: 1_000_000n },
      ],
    ]);
    expect(seen?.mined?.transfers).to.deep.equal([
      { token: scene.usdc, from: float, to: recipient, units: 1_000_000n, logIndex: 0 },
    ]);
  });

  it("pays out the chain's coin, and sees it in the transaction itself", async () => {
    const prepared = valueOf(
      await scene.custody.prepare(transfer({ token: 'native', units: asUnits(5n) }), signal),
    );
    const sent = await committed(scene.custody, prepared);
    await scene.custody.broadcast(sent.map((one) => one.signedTransaction));
    const {
      transactions: [seen],
    } = await untilMined(
      scene.custody,
      scene.chain,
      sent.map((one) => one.watched),
    );

    expect(prepared[0]?.tx).to.deep.include({ to: recipient, data: '0x', value: 5n });
    expect(seen?.mined?.transfers).to.deep.equal([
      { token: 'native', from: float, to: recipient, units: 5n, logIndex: -1 },
    ]);
  });

  it('refunds from whichever account holds the money', async () => {
    const [prepared] = valueOf(
      await scene.custody.prepare(transfer({ role: 'spender', purpose: 'refund' }), signal),
    );

    expect(prepared).to.deep.include({ purpose: 'refund', role: 'spender', account: spender });
  });

  it('refuses a payout that cannot arrive, and says why', async () => {
    const noReceiver = `0x${'00'.repeat(18)}0d03` as EvmAddress;
    await scene.rpc('anvil_setCode', [noReceiver, '0x5f5ffd']);

    expect(
      await scene.custody.prepare(transfer({ units: asUnits(10_000_001n) }), signal),
    ).to.deep.equal(
      refuse('SIMULATION_FAILED', 'our float account holds too little for the payout'),
    );
    expect(
      await scene.custody.prepare(
        transfer({ token: 'native', units: asUnits(2n * 10n ** 18n), purpose: 'refund' }),
        signal,
      ),
    ).to.deep.equal(
      refuse('SIMULATION_FAILED', 'our float account holds too little for the refund'),
    );
    expect(
      await scene.custody.prepare(transfer({ token: 'native', to: noReceiver }), signal),
    ).to.deep.equal(
      refuse(
        'SIMULATION_FAILED',
        `the payout would revert: ${noReceiver} does not take it, or the token refuses the transfer`,
      ),
    );
    expect(
      await scene.custody.prepare(transfer({ to: `0x${'0'.repeat(40)}` as EvmAddress }), signal),
    ).to.deep.equal(
      refuse(
        'SIMULATION_FAILED',
        'the payout would revert: the token does not accept this recipient',
      ),
    );
  });

  it('refuses what the code of the recipient or the token makes expensive, each by its own ceiling', async () => {
    const burning = `0x${'00'.repeat(18)}0d05` as EvmAddress;
    const reasons: Record<number, (string | null)[]> = {};
    for (const rounds of [400_000, 15_000, 1_000]) {
      await scene.rpc('anvil_setCode', [burning, burner(rounds)]);
      const coin = await scene.custody.prepare(transfer({ token: 'native', to: burning }), signal);
      const back = await scene.custody.prepare(
        transfer({ token: 'native', to: burning, purpose: 'refund' }),
        signal,
      );
      const called = await call({ to: burning });
      reasons[rounds] = [coin, back, called].map((one) =>
        one.ok ? null : one.reason.replace(/[0-9]{6,8} gas/, 'N gas'),
      );
      for (const one of [coin, back])
        if (one.ok) expect(Number(one.value[0]?.tx.gasLimit)).to.be.within(21_000, 500_000);
    }

    const payout =
      'the payout would take N gas, and 300000 is the most for one on eip155:8453; look at the code of the recipient and of the token';
    const refund =
      'the refund would take N gas, and 500000 is the most for one on eip155:8453; look at the code of the payer and of the token';
    const calling =
      'the call would take N gas, and 3000000 is the most for one on eip155:8453; look at the code that it calls';
    expect(reasons).to.deep.equal({
      400_000: [payout, refund, calling],
      15_000: [payout, null, null],
      1_000: [null, null, null],
    });
  });

  it('has gas for a recipient with code that gives its tokens away since the simulation', async () => {
    const holder = `0x${'00'.repeat(18)}0d07` as EvmAddress;
    await scene.rpc('anvil_setCode', [holder, burner(1)]);
    await scene.give('USDC', holder, 1n);
    const prepared = valueOf(await scene.custody.prepare(transfer({ to: holder }), signal));
    const data = `0xa9059cbb${recipient.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`;
    await scene.rpc('anvil_impersonateAccount', [holder]);
    await scene.rpc('anvil_setBalance', [holder, '0xde0b6b3a7640000']);
    await mined(
      scene.rpc,
      await scene.rpc('eth_sendTransaction', [{ from: holder, to: scene.usdc, data }]),
    );
    await scene.rpc('anvil_stopImpersonatingAccount', [holder]);
    const sent = await committed(scene.custody, prepared);
    await scene.custody.broadcast(sent.map((one) => one.signedTransaction));
    const [seen] = (
      await untilMined(
        scene.custody,
        scene.chain,
        sent.map((one) => one.watched),
      )
    ).transactions;

    expect([prepared[0]?.tx.gasLimit, prepared[0]?.simulated?.gas]).to.deep.equal([
      80_176n,
      38_597n,
    ]);
    expect([seen?.mined?.isSuccess, seen?.mined?.gasUsed]).to.deep.equal([true, 55_697n]);
  });

  it("runs with the gas that it was simulated with, if the recipient's code looks at it", async () => {
    const watching = `0x${'00'.repeat(18)}0d06` as EvmAddress;
    await scene.rpc('anvil_setCode', [watching, gasWatcher(200_000)]);
    const coin = transfer({ token: 'native', to: watching });

    const [prepared] = valueOf(await scene.custody.prepare(coin, signal));
    await scene.rpc('anvil_setCode', [watching, gasWatcher(400_000)]);
    const refused = await scene.custody.prepare(coin, signal);

    expect(prepared?.tx.gasLimit).to.equal(300_000n);
    expect(refused.ok ? null : [refused.code, refused.reason]).to.deep.equal([
      'GAS_CEILING',
      'the payout would take 421005 gas, and 300000 is the most for one on eip155:8453; look at the code of the recipient and of the token',
    ]);
  });

  it("puts the exact approval in front of a rail's call, both simulated as one", async () => {
    // Calls what the first word of its calldata names, with the rest of it.
    const helper = evmAddress(`0x${'be'.repeat(20)}`);
    await scene.rpc('anvil_setCode', [
      helper,
      '0x602036038060205f375f5f825f5f5f355af115601757005b5f5ffd',
    ]);
    const data: Hex = `0x${word(scene.usdc)}23b872dd${word(spender)}${word(recipient)}${word('0x2bc')}`;

    const prepared = valueOf(
      await call({
        to: helper,
        data,
        approve: { token: scene.usdc, spender: helper, units: asUnits(700n) },
      }),
    );
    const sent = await committed(scene.custody, prepared);
    await scene.custody.broadcast(sent.map((one) => one.signedTransaction));
    const { transactions } = await untilMined(
      scene.custody,
      scene.chain,
      sent.map((one) => one.watched),
    );

    expect(prepared.map((one) => [one.purpose, one.role, one.tx.to])).to.deep.equal([
      ['approve', 'spender', scene.usdc],
      ['call', 'spender', helper],
    ]);
    expect(transactions.map((one) => one.mined?.isSuccess)).to.deep.equal([true, true]);
  });

  it('refuses a call that would revert behind its approval', async () => {
    const data: Hex = `0x23b872dd${word(spender)}${word(recipient)}${word('0x2bd')}`;

    expect(
      await call({ data, approve: { token: scene.usdc, spender, units: asUnits(700n) } }),
    ).to.deep.equal(refuse('SIMULATION_FAILED', 'the call would revert: the allowance is too low'));
    expect(await call({ to: scene.usdc, data: '0x12345678' })).to.deep.equal(
      refuse('SIMULATION_FAILED', 'the call would revert'),
    );
  });

  it('clears an old approval first on a token that changes one only from zero', async () => {
    const stubborn = `0x${'00'.repeat(18)}0d04` as EvmAddress;
    // Reverts when asked to approve anything but zero over a standing approval in slot 0; takes any
    // other call. selector == approve ? (value == 0 || sload(0) == 0 ? sstore(0, value) : revert) :
    // stop
    await scene.rpc('anvil_setCode', [
      stubborn,
      '0x5f3560e01c63095ea7b31460105700005b60243580156022575f54156022575f5ffd5b5f5500',
    ]);
    await scene.rpc('anvil_setStorageAt', [
      stubborn,
      `0x${'0'.repeat(64)}`,
      `0x${'5'.padStart(64, '0')}`,
    ]);

    const prepared = valueOf(
      await call({
        to: recipient,
        approve: { token: stubborn, spender: recipient, units: asUnits(700n) },
      }),
    );

    expect(prepared.map((one) => one.purpose)).to.deep.equal(['approve', 'approve', 'call']);
    expect(String(prepared[0]?.tx['data']).endsWith('0'.repeat(64))).to.equal(true);
  });

  it('carries the coin a call hands over', async () => {
    const [prepared] = valueOf(await call({ to: recipient, value: asUnits(3n) }));

    expect(prepared?.tx).to.deep.include({ to: recipient, value: 3n });
    expect((await call({ to: recipient, value: asUnits(2n * 10n ** 18n) })).ok).to.equal(false);
  });

  it('fills a nonce with nothing', async () => {
    const prepared = valueOf(
      await scene.custody.prepare({ kind: 'noop', chain: scene.chain, role: 'float' }, signal),
    );
    const sent = await committed(scene.custody, prepared);
    await scene.custody.broadcast(sent.map((one) => one.signedTransaction));
    const {
      transactions: [seen],
    } = await untilMined(
      scene.custody,
      scene.chain,
      sent.map((one) => one.watched),
    );

    expect(prepared[0]?.tx).to.deep.include({
      to: float,
      data: '0x',
      value: 0n,
      gasLimit: 30_000n,
    });
    expect(seen?.mined).to.deep.include({ isSuccess: true, transfers: [] });
  });

  it("adds the gas some chains charge for posting a transaction's bytes, with room for it to double", async () => {
    const proxy = await misbehavingNode(scene.rpcUrl);
    // 41,480 is what the EVM's own rules make of the sample of 512 bytes.
    proxy.behave(
      changing('eth_estimateGas', (reply) => ({
        ...reply,
        result: `0x${(41_480 + 70_000).toString(16)}`,
      })),
    );

    const [here] = valueOf(
      await scene.custody.prepare({ kind: 'noop', chain: scene.chain, role: 'float' }, signal),
    );
    const [there] = valueOf(
      await scene
        .over([proxy.url])
        .prepare({ kind: 'noop', chain: scene.chain, role: 'float' }, signal),
    );

    expect([here?.tx.gasLimit, there?.tx.gasLimit]).to.deep.equal([30_000n, 170_000n]);
    await proxy.close();
  });

  describe('replacing', () => {
    it('offers an eighth more on both fees, or the market if that is higher, up to the most of a tip', async () => {
      const [{ signedTransaction } = expect.fail()] = await committed(
        scene.custody,
        valueOf(await scene.custody.prepare(transfer({}), signal)),
      );
      await scene.rpc('anvil_setNextBlockBaseFeePerGas', ['0xbebc200']);
      await scene.rpc('evm_mine');
      const custody = scene.over([scene.rpcUrl]);
      const low = {
        ...signedTransaction,
        tx: { ...signedTransaction.tx, maxFeeRate: 80n, tip: 8n },
      };
      const high = (tip: bigint) => ({
        ...signedTransaction,
        tx: { ...signedTransaction.tx, maxFeeRate: 8_000_000_001n, tip },
      });

      // The base fee is 0.2 gwei, and so is the most of a first tip; its replacements come to 0.45.
      expect(await custody.bump(low, null, signal)).to.deep.equal({
        kind: 'dearer',
        tx: { ...low.tx, maxFeeRate: 600_000_000n, tip: 200_000_000n },
      });
      expect(await custody.bump(high(399_999_999n), null, signal)).to.deep.equal({
        kind: 'dearer',
        tx: { ...low.tx, maxFeeRate: 9_000_000_003n, tip: 450_000_000n },
      });
      expect(await custody.bump(high(400_000_000n), null, signal)).to.include({ kind: 'enough' });
    });

    it('stops at the cap', async () => {
      const [{ signedTransaction } = expect.fail()] = await committed(
        scene.custody,
        valueOf(await scene.custody.prepare(transfer({}), signal)),
      );
      const last = {
        ...signedTransaction,
        tx: { ...signedTransaction.tx, maxFeeRate: 80_000_000_000n, tip: 1n },
      };

      const bump = (chainCapWei: bigint, ownFeeRateCap: bigint | null) =>
        scene
          .over([scene.rpcUrl], { maxFeePerGasWei: chainCapWei })
          .bump(last, ownFeeRateCap, signal);

      const dearer = {
        kind: 'dearer',
        tx: {
          ...last.tx,
          maxFeeRate: 90_000_000_001n,
          tip: (await firstTip(90_000_000_001n)) ?? 0n,
        },
      };
      expect(await bump(90_000_000_001n, null)).to.deep.equal(dearer);
      expect(await bump(90_000_000_000n, null)).to.deep.equal({
        kind: 'enough',
        feeRateCap: 90_000_000_000n,
      });
      expect(await bump(90_000_000_000n, 90_000_000_001n)).to.deep.equal(dearer);
      expect(await bump(90_000_000_001n, 1n)).to.deep.equal(dearer);

      async function firstTip(feeRateCap: bigint): Promise<bigint | undefined> {
        const custody = scene.over([scene.rpcUrl], { maxFeePerGasWei: feeRateCap });
        return valueOf(await custody.prepare(transfer({}), signal))[0]?.tx.tip;
      }
    });

    it('says what the chain takes if the cap is below it', async () => {
      const [{ signedTransaction } = expect.fail()] = await committed(
        scene.custody,
        valueOf(await scene.custody.prepare(transfer({}), signal)),
      );
      await scene.rpc('anvil_setNextBlockBaseFeePerGas', ['0xbebc200']);
      await scene.rpc('evm_mine');
      const last = (maxFeeRate: bigint) => ({
        ...signedTransaction,
        tx: { ...signedTransaction.tx, maxFeeRate, tip: 1n },
      });
      const custody = scene.over([scene.rpcUrl], { maxFeePerGasWei: 200_000_000n });

      expect(await custody.bump(last(199_999_999n), null, signal)).to.deep.equal({
        kind: 'capped',
        offered: 199_999_999n,
        needed: 400_000_000n,
        feeRateCap: 200_000_000n,
      });
      expect(await custody.bump(last(200_000_000n), null, signal)).to.deep.equal({
        kind: 'enough',
        feeRateCap: 200_000_000n,
      });
      expect((await custody.bump(last(199_999_999n), 225_000_000n, signal)).kind).to.equal(
        'dearer',
      );
      // With a cap below the base fee, the tip of a first offer is already above what one may be.
      const low = scene.over([scene.rpcUrl], { maxFeePerGasWei: 199_999_999n });
      const tipped = {
        ...signedTransaction,
        tx: {
          ...signedTransaction.tx,
          maxFeeRate: 190_000_000n,
          tip: 220_000_000n,
        },
      };
      expect((await low.bump(tipped, null, signal)).kind).to.equal('capped');
      expect(await low.bump(tipped, 10n ** 9n, signal)).to.deep.equal({
        kind: 'dearer',
        tx: {
          ...tipped.tx,
          maxFeeRate: 500_000_000n,
          tip: 247_500_001n,
        },
      });
    });

    it('is taken by a node that still waits with the last one', async () => {
      await scene.rpc('evm_setAutomine', [false]);
      const [first = expect.fail()] = await committed(
        scene.custody,
        valueOf(await scene.custody.prepare(transfer({}), signal)),
      );
      await scene.custody.broadcast([first.signedTransaction]);
      const bump = await scene.custody.bump(first.signedTransaction, null, signal);
      if (bump.kind !== 'dearer') expect.fail();
      const { tx } = bump;

      const dearer = scene.custody.seal(
        first.signedTransaction,
        { ...(valueOf(await scene.custody.prepare(transfer({}), signal))[0] ?? expect.fail()), tx },
        first.signedTransaction.slot,
        0,
      );

      expect(await scene.custody.broadcast([dearer])).to.deep.equal(['accepted']);
      expect(await scene.custody.broadcast([first.signedTransaction])).to.deep.equal(['refused']);
      await scene.rpc('evm_mine');
      await scene.rpc('evm_setAutomine', [true]);
      const {
        transactions: [seen],
      } = await untilMined(scene.custody, scene.chain, [
        {
          transaction: first.watched.transaction,
          forms: [first.signedTransaction, dearer],
        },
      ]);
      expect(seen?.mined?.hash).to.equal(dearer.hash);
    });
  });
});

function word(address: string): string {
  return address.slice(2).padStart(64, '0');
}
