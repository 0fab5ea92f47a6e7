import { evmAddress, nativeAddress } from '@interline/kernel';
import type { CollectingCall, PaymentAddress } from '@interline/ports';
import { expect } from 'chai';
import { until } from '../../support/until.ts';
import { custodyScene, type CustodyScene } from './custody-scene.ts';

const signal = new AbortController().signal;

describe('a payment address', () => {
  let scene: CustodyScene;
  before(async () => {
    scene = await custodyScene();
  });
  after(() => scene.close());

  const held = async (paid: PaymentAddress, token: string, depth = 1) => {
    const [reading] = await scene.custody.payments.seenAt(
      scene.chain,
      [{ address: paid.address, token, depth }],
      signal,
    );
    return [reading?.shown, reading?.deep?.units];
  };
  const call = async (from: string, { to, data }: CollectingCall): Promise<boolean> => {
    await scene.rpc('anvil_impersonateAccount', [from]);
    const fee = { gas: '0x100000' };
    const hash = await scene.rpc('eth_sendTransaction', [{ from, to, data, ...fee }]);
    // The node mines it a moment after it has answered.
    const { status } = await until('a receipt', async () => {
      // CAST: anvil's own shape.
      return (await scene.rpc('eth_getTransactionReceipt', [hash])) as { status: string } | null;
    });
    return status === '0x1';
  };
  const balanceOf = async (token: string, account: string): Promise<bigint> => {
    const at = evmAddress(account);
    const [reading] = await scene.custody.payments.seenAt(
      scene.chain,
      [{ address: at, token, depth: 1 }],
      signal,
    );
    return reading?.shown ?? 0n;
  };

  it('is of its id and the accounts in use, and the same at every call', () => {
    const { payments, evmAccounts } = scene.custody;
    const one = payments.addressOf(scene.chain, 'inv_1');

    expect(one).to.deep.include({
      collector: evmAccounts.spender,
      recipient: evmAccounts.float,
    });
    expect(payments.addressOf(scene.chain, 'inv_1')).to.deep.equal(one);
    expect(payments.addressOf(scene.chain, 'inv_2').address).not.to.equal(one.address);
  });

  it('sends exactly what the collector asks for, coin and tokens, again and again, to the float alone', async () => {
    const { payments, evmAccounts } = scene.custody;
    const { spender, float } = evmAccounts;
    const paid = payments.addressOf(scene.chain, 'inv_1');
    const missing = await payments.missingFor(scene.chain, signal);
    const isMade = missing !== null && (await call(spender, missing));
    await scene.give('USDC', paid.address, 5_000_000n);
    await scene.give('native', paid.address, 7_000n);
    const before = [await held(paid, scene.usdc), await held(paid, nativeAddress)];
    const usdcBefore = await balanceOf(scene.usdc, float);
    const coinBefore = await balanceOf(nativeAddress, float);
    const collect = (token: string, units: bigint, id = 'inv_1') =>
      payments.collecting({ id, paid, token, units: units as never }); // CAST: a literal amount.

    const collected = [
      await call(spender, collect(scene.usdc, 2_000_000n)),
      await call(spender, collect(scene.usdc, 3_000_001n)),
      await call(spender, collect(scene.usdc, 3_000_000n)),
      await call(spender, collect(nativeAddress, 7_001n)),
      await call(spender, collect(nativeAddress, 7_000n)),
    ];
    await scene.give('native', paid.address, 9n);
    const later = await call(spender, collect(nativeAddress, 9n));

    expect(isMade).to.equal(true);
    expect(await payments.missingFor(scene.chain, signal)).to.equal(null);
    expect(before).to.deep.equal([
      [5_000_000n, 5_000_000n],
      [7_000n, 7_000n],
    ]);
    expect([...collected, later]).to.deep.equal([true, false, true, false, true, true]);
    expect((await balanceOf(scene.usdc, float)) - usdcBefore).to.equal(5_000_000n);
    expect((await balanceOf(nativeAddress, float)) - coinBefore).to.equal(7_009n);
    expect(await held(paid, scene.usdc)).to.deep.equal([0n, 0n]);
  });

  it('cannot be opened by another account, for another recipient or by a bare call', async () => {
    const { payments, evmAccounts } = scene.custody;
    const { spender, float } = evmAccounts;
    const paid = payments.addressOf(scene.chain, 'inv_3');
    await scene.give('native', paid.address, 1_000n);
    const units = 1_000n as never; // CAST: a literal amount.
    const own = payments.collecting({ id: 'inv_3', paid, token: nativeAddress, units });
    const thief = { ...paid, recipient: spender };
    const elsewhere = payments.collecting({
      id: 'inv_3',
      paid: thief,
      token: nativeAddress,
      units,
    });
    const bare = `0x${float.slice(2).padStart(64, '0')}${'3e8'.padStart(64, '0')}` as const;

    const refused = [
      await call(float, own),
      await call(spender, elsewhere),
      await call(spender, own),
      await call(spender, { to: paid.address, data: bare }),
    ];

    expect(refused).to.deep.equal([false, false, true, false]);
  });
});
