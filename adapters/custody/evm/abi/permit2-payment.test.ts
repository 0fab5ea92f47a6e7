import { asUnits, evmAddress, permit2ProxyAddress } from '@interline/kernel';
import { expect } from 'chai';
import { Interface } from 'ethers/abi';
import { callsOf } from './calls-of.ts';
import { isSettling, readSettle, settleCall } from './permit2-payment.ts';

const proxy = new Interface([
  'function settle(((address,uint256),uint256,uint256),address,(address,uint256),bytes)',
  'function settleWithPermit((uint256,uint256,bytes32,bytes32,uint8),((address,uint256),uint256,uint256),address,(address,uint256),bytes)',
]);
const payment = {
  token: evmAddress(`0x${'66'.repeat(20)}`),
  from: evmAddress(`0x${'11'.repeat(20)}`),
  to: evmAddress(`0x${'22'.repeat(20)}`),
  units: asUnits(10_000n),
  validAfter: 3n,
  validBefore: 1_790_000_000n,
  nonce: `0x${'2c'.repeat(32)}`,
} as const;
const terms = [
  [[payment.token, 10_000n], BigInt(payment.nonce), 1_790_000_000n],
  payment.from,
  [payment.to, 3n],
];

describe('a payment by Permit2', () => {
  for (const signature of [`0x${'1b'.repeat(65)}`, `0x${'1b'.repeat(130)}`] as const)
    it(`is settled by what an ABI coder writes, signed in ${signature.length / 2 - 1} bytes`, () => {
      expect(settleCall(payment, signature)).to.equal(
        proxy.encodeFunctionData('settle', [...terms, signature]),
      );
    });

  it('is found in both calls of the proxy, with any signature, and in no call with other terms', () => {
    const plain = proxy.encodeFunctionData('settle', [...terms, '0x99']);
    const permit = [1n, 2n, `0x${'03'.repeat(32)}`, `0x${'04'.repeat(32)}`, 27];
    const permitted = proxy.encodeFunctionData('settleWithPermit', [permit, ...terms, '0x99']);

    // CASTS: the library writes hex.
    for (const data of [plain, permitted] as `0x${string}`[]) {
      const { token, from, to, units } = payment;
      expect(isSettling(data, payment)).to.equal(true);
      expect(readSettle(data)).to.deep.equal({ token, from, to, units });
      for (const other of [
        { units: asUnits(10_001n) },
        { nonce: `0x${'2d'.repeat(32)}` as const },
        { validBefore: 1_790_000_001n },
        { validAfter: 4n },
        { to: payment.from },
      ])
        expect(isSettling(data, { ...payment, ...other })).to.equal(false);
    }
    expect(isSettling('0x13cd3b53', payment)).to.equal(false);
    expect(readSettle('0x13cd3b53')).to.equal(null);
  });

  it("is read as an authorization that our account sent, and so is a wallet's for the token", () => {
    const { token, from, to, units } = payment;
    const read = { kind: 'authorization', token, from, to, units };
    const byWallet = new Interface([
      'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)',
    ]).encodeFunctionData('transferWithAuthorization', [
      ...[from, to, units, 0n, 9n, payment.nonce, `0x${'1b'.repeat(130)}`],
    ]) as `0x${string}`; // CAST: the library writes hex.
    const ours = evmAddress(`0x${'aa'.repeat(20)}`);

    const calls = [
      { to: permit2ProxyAddress, data: settleCall(payment, '0x1b'), value: 0n },
      { to: token, data: byWallet, value: 0n },
    ].map((call) => callsOf(ours, call).calls[0]?.does);

    expect(calls).to.deep.equal([read, read]);
  });
});
