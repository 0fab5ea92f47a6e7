import { asUnits, evmAddress, type Hex } from '@interline/kernel';
import { expect } from 'chai';
import { Interface } from 'ethers/abi';
import { approvalsIn } from './approvals.ts';

const to = evmAddress(`0x70${'0'.repeat(38)}`);
const owner = evmAddress(`0x0e${'0'.repeat(38)}`);
const spender = evmAddress(`0x5e${'0'.repeat(38)}`);
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const word = `0x${'11'.repeat(32)}`;
const details = '(address token,uint160 amount,uint48 expiration,uint48 nonce)';

/**
 * Each call that grants a right, with arguments that grant it and arguments that revoke it; null if
 * none revoke it.
 */
const ways: readonly (readonly [string, readonly unknown[], readonly unknown[] | null])[] = [
  ['approve(address,uint256)', [spender, 1n], [spender, 0n]],
  ['increaseAllowance(address,uint256)', [spender, 1n], [spender, 0n]],
  ['setApprovalForAll(address,bool)', [spender, true], [spender, false]],
  ['approve(address,address,uint160,uint48)', [to, spender, 1n, 9n], [to, spender, 0n, 9n]],
  [
    'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
    [owner, spender, 1n, 9n, 27, word, word],
    [owner, spender, 0n, 9n, 27, word, word],
  ],
  [
    'permit(address,address,uint256,uint256,bytes)',
    [owner, spender, 1n, 9n, '0x77'],
    [owner, spender, 0n, 9n, '0x77'],
  ],
  [
    'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
    [owner, spender, 3n, 9n, true, 27, word, word],
    [owner, spender, 3n, 9n, false, 27, word, word],
  ],
  ['authorizeOperator(address)', [spender], null],
  ['approveAndCall(address,uint256)', [spender, 1n], [spender, 0n]],
  ['approveAndCall(address,uint256,bytes)', [spender, 1n, '0x77'], [spender, 0n, '0x77']],
  ['approve(address,uint256,uint256)', [spender, 7n, 1n], [spender, 7n, 0n]],
  ['setOperator(address,bool)', [spender, true], [spender, false]],
  [
    `permit(address,(${details} details,address spender,uint256 sigDeadline),bytes)`,
    [owner, [[to, 1n, 9n, 0n], spender, 9n], '0x77'],
    [owner, [[to, 0n, 9n, 0n], spender, 9n], '0x77'],
  ],
  [
    `permit(address,(${details}[] details,address spender,uint256 sigDeadline),bytes)`,
    [owner, [[[to, 1n, 9n, 0n]], spender, 9n], '0x77'],
    null,
  ],
];

describe('the rights that calls grant', () => {
  for (const [signature, giving, takingBack] of ways)
    it(`are seen in ${signature}`, () => {
      const none = {
        to,
        value: asUnits(0n),
        data: '0x' as Hex,
      };
      const call = (values: readonly unknown[]) => ({ ...none, data: dataOf(signature, values) });

      expect(approvalsIn([none, call(giving)])).to.deep.equal([{ call: 1, spender }]);
      if (takingBack !== null) expect(approvalsIn([call(takingBack)])).to.deep.equal([]);
    });

  it('are none if Permit2 gets them, because it moves nothing without a signature', () => {
    const data = dataOf('approve(address,uint256)', [permit2, 1n]);
    expect(approvalsIn([{ to, value: asUnits(0n), data }])).to.deep.equal([]);
  });

  it('are seen in malformed words, which old contracts accept', () => {
    const [selector, amount] = ['0x095ea7b3', '1'.padStart(64, '0')];
    const dirty = `${'f'.repeat(24)}${spender.slice(2)}`;
    const data = `${selector}${dirty}${amount}` as Hex;
    expect(approvalsIn([{ to, value: asUnits(0n), data }])).to.deep.equal([{ call: 0, spender }]);
  });
});

describe('rights that are granted by bytes which no encoder produces', () => {
  const seenIn = (data: string) => approvalsIn([{ to, value: asUnits(0n), data: data as Hex }]); // CAST: hex, as it is written here.

  it('are seen where the last bytes are left out, which old contracts read as zeros', () => {
    const whole = dataOf('approve(address,uint256)', [spender, 2n ** 256n - 1n]);

    expect(seenIn(whole.slice(0, -2))).to.deep.equal([{ call: 0, spender }]);
    expect(seenIn(whole.slice(0, 10 + 64))).to.deep.equal([]);
  });

  it("are seen where a list's offset is not a multiple of a word", () => {
    const [list, values] = [
      `permit(address,(${details}[] details,address spender,uint256 sigDeadline),bytes)`,
      [owner, [[[to, 1n, 9n, 0n]], permit2, 9n], '0x77'],
    ] as const;
    const words = dataOf(list, values).slice(10);
    // The real list starts one byte after a list that names Permit2.
    const at = words.length / 2 + 1;
    const real = dataOf(list, [owner, [[[to, 1n, 9n, 0n]], spender, 9n], '0x77']).slice(
      10 + 3 * 64,
    );
    const data = `0x2a2d80d1${words.slice(0, 64)}${at.toString(16).padStart(64, '0')}${words.slice(128)}00${real}`;

    expect(seenIn(data)).to.deep.equal([{ call: 0, spender }]);
  });
});

function dataOf(signature: string, values: readonly unknown[]): Hex {
  const name = signature.slice(0, signature.indexOf('('));
  return new Interface([`function ${signature}`]).encodeFunctionData(name, values) as Hex; // CAST: ethers types hex as string.
}
