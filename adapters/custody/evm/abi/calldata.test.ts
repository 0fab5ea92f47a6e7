import { expect } from 'chai';
import { AbiCoder, Interface } from 'ethers';
import { asAmount, evmAddress, evmChain, type Hex } from '@interline/kernel';
import {
  batchExecutor,
  payCall,
  paymentsIn,
  readCallResults,
  runCall,
  runGroupsCall,
} from './batch-executor.ts';
import {
  allowanceCall,
  approveCall,
  balanceOfCall,
  eip2612Call,
  noncesCall,
  transferCall,
} from './erc20-calls.ts';
import { bitmapPlace, nonceBitmapCall, permitTransferFromCall } from './permit2-calls.ts';
import { readUint, word } from './words.ts';

const abi = new Interface([
  'function balanceOf(address)',
  'function allowance(address,address)',
  'function transfer(address,uint256)',
  'function approve(address,uint256)',
  'function nonces(address)',
  'function permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  'function nonceBitmap(address,uint256)',
  'function permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)',
]);
const contract = new Interface(batchExecutor.abi);
const [ann, bob] = [evmAddress(`0x${'0a'.repeat(20)}`), evmAddress(`0x${'b0'.repeat(20)}`)];
const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3';
const max = 2n ** 256n - 1n;

describe('calldata', () => {
  it('of tokens and Permit2 is what an ABI coder writes', () => {
    expect(balanceOfCall(ann)).to.equal(abi.encodeFunctionData('balanceOf', [ann]));
    expect(allowanceCall(ann, bob)).to.equal(abi.encodeFunctionData('allowance', [ann, bob]));
    expect(transferCall(bob, max)).to.equal(abi.encodeFunctionData('transfer', [bob, max]));
    expect(approveCall(bob, 0n)).to.equal(abi.encodeFunctionData('approve', [bob, 0n]));
    expect(noncesCall(ann)).to.equal(abi.encodeFunctionData('nonces', [ann]));
    expect(nonceBitmapCall(ann, max >> 8n)).to.equal(
      abi.encodeFunctionData('nonceBitmap', [ann, max >> 8n]),
    );
  });

  it("of a pull carries the signature's bytes as they are, of any length", () => {
    for (const bytes of [0, 1, 31, 32, 33, 64, 65, 640]) {
      const signature: Hex = `0x${'ab'.repeat(bytes)}`;
      const permit = {
        chain: evmChain(1),
        owner: ann,
        token: bob,
        units: asAmount(max),
        nonce: 258n,
        deadline: 1_700_000_000n,
        signature,
      };

      expect(permitTransferFromCall(permit, ann), `${bytes} bytes`).to.equal(
        abi.encodeFunctionData('permitTransferFrom', [
          [[bob, max], 258n, 1_700_000_000n],
          [ann, max],
          ann,
          signature,
        ]),
      );
    }
  });

  it('of an EIP-2612 permit takes both encodings of its signature, and no other', () => {
    const [r, s] = ['11'.repeat(32), '22'.repeat(32)];
    const allowance = (signature: Hex) =>
      ({ kind: 'eip2612', value: max, deadline: 9n, signature }) as const;
    const expected = abi.encodeFunctionData('permit', [
      ann,
      permit2,
      max,
      9n,
      28,
      `0x${r}`,
      `0x${s}`,
    ]);

    expect(eip2612Call(ann, allowance(`0x${r}${s}1c`))).to.equal(expected);
    expect(eip2612Call(ann, allowance(`0x${r}a2${s.slice(2)}`))).to.equal(expected);
    expect(eip2612Call(ann, allowance(`0x${r}${s}01`))).to.equal(null);
  });

  it('of a batch is what an ABI coder writes', () => {
    const calls = [
      { to: ann, data: '0x', value: 0n },
      { to: bob, data: `0x${'cd'.repeat(33)}`, value: 7n },
      { to: bob, data: `0x${'ef'.repeat(64)}`, value: max },
    ] as const;

    for (const count of [0, 1, 2, 3]) {
      const some = calls.slice(0, count);
      expect(runCall(some)).to.equal(
        contract.encodeFunctionData('run', [
          some.map(({ to, data, value }) => [to, value, 0n, data]),
        ]),
      );
    }
  });

  it('of groups is what an ABI coder writes', () => {
    const call = (data: Hex, value = 0n) => ({ to: bob, data, value });
    const groups = [
      { gasCap: 70_000n, calls: [call('0x'), call(`0x${'ab'.repeat(33)}`, 7n)] },
      { gasCap: max, calls: [call('0x12345678')] },
      { gasCap: 0n, calls: [] },
    ];

    for (const count of [0, 1, 2, 3]) {
      const some = groups.slice(0, count);
      expect(runGroupsCall(some)).to.equal(
        contract.encodeFunctionData('runGroups', [
          some.map(({ gasCap, calls }) => [
            gasCap,
            calls.map(({ to, data, value }) => [to, value, data]),
          ]),
        ]),
      );
    }
  });

  it('of payments is what an ABI coder writes, for groups that are transfers of one token and for no others', () => {
    const group = (
      to: typeof ann,
      data: Hex,
      more: { readonly value?: bigint; readonly gasCap?: bigint } = {},
    ) => ({ gasCap: more.gasCap ?? 50_000n, calls: [{ to, data, value: more.value ?? 0n }] });
    const two = [
      group(ann, transferCall(bob, 7n)),
      group(ann, transferCall(ann, max), { gasCap: 60_000n }),
    ];

    const payments = paymentsIn(two) ?? expect.fail();
    expect(payCall(payments)).to.equal(
      contract.encodeFunctionData('pay', [
        ann,
        60_000n,
        [
          [bob, 7n],
          [ann, max],
        ],
      ]),
    );
    for (const other of [
      group(bob, transferCall(bob, 7n)),
      group(ann, approveCall(bob, 7n)),
      group(ann, transferCall(bob, 7n), { value: 1n }),
      group(ann, `${transferCall(bob, 7n)}00`),
      { gasCap: 1n, calls: [] },
    ]) {
      expect(paymentsIn([...two, other])).to.equal(null);
    }
    expect(paymentsIn([])).to.equal(null);
    expect(paymentsIn([{ gasCap: 1n, calls: two.flatMap((one) => one.calls) }])).to.equal(null);
  });

  it("finds the bit of a permit's nonce", () => {
    expect(bitmapPlace(0n)).to.deep.equal({ word: 0n, mask: 1n });
    expect(bitmapPlace(255n)).to.deep.equal({ word: 0n, mask: 1n << 255n });
    expect(bitmapPlace(256n)).to.deep.equal({ word: 1n, mask: 1n });
    expect(bitmapPlace(max)).to.deep.equal({ word: max >> 8n, mask: 1n << 255n });
  });

  it('never wraps a number that does not fit', () => {
    expect(word(max)).to.equal('f'.repeat(64));
    expect(() => word(max + 1n)).to.throw(RangeError);
    expect(() => word(-1n)).to.throw(RangeError);
  });
});

describe('reading what simulated calls returned', () => {
  const encoded = (results: readonly (readonly [boolean, bigint, string])[]): Hex =>
    AbiCoder.defaultAbiCoder().encode(['tuple(bool,uint256,bytes)[]'], [results]) as Hex;
  const two = encoded([
    [true, 21n, '0x'],
    [false, 1_000_000n, `0x${'ab'.repeat(36)}`],
  ]);

  it('gives each call its fate', () => {
    expect(readCallResults(two, 2)).to.deep.equal([
      { ok: true, gasUsed: 21n, returned: '0x' },
      { ok: false, gasUsed: 1_000_000n, returned: `0x${'ab'.repeat(36)}` },
    ]);
    expect(readCallResults(encoded([]), 0)).to.deep.equal([]);
  });

  it('does not take another number of results, nor bytes cut off anywhere', () => {
    expect(readCallResults(two, 1)).to.equal(null);
    expect(readCallResults(two, 3)).to.equal(null);
    const lastByte = two.lastIndexOf('ab') + 2;
    for (let end = 2; end < lastByte; end += 2)
      expect(readCallResults(two.slice(0, end) as Hex, 2), `${end}`).to.equal(null);
  });

  it('does not follow offsets out of the data', () => {
    for (let at = 2; at < two.length; at += 64) {
      const wild = `${two.slice(0, at)}${'f'.repeat(64)}${two.slice(at + 64)}` as Hex;
      expect(() => readCallResults(wild, 2)).not.to.throw();
    }
  });

  it('has no number in less than a word', () => {
    expect(readUint('0x')).to.equal(null);
    expect(readUint(`0x${'0'.repeat(62)}`)).to.equal(null);
    expect(readUint(`0x${'7'.padStart(64, '0')}${'f'.repeat(64)}`)).to.equal(7n);
  });
});
