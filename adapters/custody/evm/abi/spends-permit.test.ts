import { asAmount, evmAddress, evmChain, permit2Address } from '@interline/kernel';
import { expect } from 'chai';
import { Interface } from 'ethers';
import { permitTransferFromCall } from './permit2-calls.ts';
import { runCall, runGroupsCall } from './batch-executor.ts';
import { spendsPermit } from './spends-permit.ts';

const owner = evmAddress(`0x${'aa'.repeat(20)}`);
const relayer = evmAddress(`0x${'5e'.repeat(20)}`);
const token = evmAddress(`0x${'70'.repeat(20)}`);
const multicall3 = evmAddress('0xca11bde05977b3631167028862be2a173976ca11');
const nonce = (7n << 8n) | 5n;

const permit2 = new Interface([
  'function invalidateUnorderedNonces(uint256,uint256)',
  'function permitTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes)',
  'function permitWitnessTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes32,string,bytes)',
  'function permitWitnessTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes32,string,bytes)',
]);
const aggregates = new Interface([
  'function aggregate((address,bytes)[])',
  'function tryBlockAndAggregate(bool,(address,bytes)[])',
  'function aggregate3((address,bool,bytes)[])',
  'function aggregate3Value((address,bool,uint256,bytes)[])',
]);

describe('calldata that spends a permit', () => {
  const pull = pullOf(nonce);
  const cancel = cancelOf(7n, 1n << 5n);
  const [one, two, three] = [
    [[token, 1n], nonce, 9n],
    [[[token, 1n]], nonce, 9n],
    [[relayer, 1n]],
  ] as const;
  const witness = [owner, `0x${'11'.repeat(32)}`, 'Witness', '0x12'] as const;

  for (const [what, to, data] of [
    ['a pull', permit2Address, pull],
    ['a pull of several tokens', permit2Address, encoded(0xedd9444b, [two, three, owner, '0x12'])],
    [
      'a pull with a witness',
      permit2Address,
      encoded(0x137c29fe, [one, [relayer, 1n], ...witness]),
    ],
    ['such a one of several tokens', permit2Address, encoded(0xfe8ec1a7, [two, three, ...witness])],
    ['a multicall of our executor', relayer, groups(pull)],
    ['our executor in our executor', relayer, groups(groups(pull), relayer)],
    ['its simulating form', relayer, runCall([{ to: permit2Address, data: pull, value: 0n }])],
    [
      'Multicall3.aggregate',
      multicall3,
      aggregates.encodeFunctionData('aggregate', [[[permit2Address, pull]]]),
    ],
    [
      'Multicall3.tryBlockAndAggregate',
      multicall3,
      aggregates.encodeFunctionData('tryBlockAndAggregate', [false, [[permit2Address, pull]]]),
    ],
    [
      'Multicall3.aggregate3',
      multicall3,
      aggregates.encodeFunctionData('aggregate3', [[[permit2Address, true, pull]]]),
    ],
    [
      'Multicall3.aggregate3Value',
      multicall3,
      aggregates.encodeFunctionData('aggregate3Value', [[[permit2Address, true, 0n, pull]]]),
    ],
  ] as const) {
    it(`is seen in ${what}`, () => {
      expect(spends(relayer, to, data)).to.equal(true);
      expect(spends(relayer, to, data, nonce + 1n)).to.equal(false);
    });
  }

  it('is seen in a cancellation by the owner alone, of any nonce in its mask', () => {
    expect(spends(owner, permit2Address, cancel)).to.equal(true);
    expect(spends(owner, permit2Address, cancelOf(7n, (1n << 256n) - 1n))).to.equal(true);
    expect(spends(owner, permit2Address, cancelOf(7n, 1n << 6n))).to.equal(false);
    expect(spends(owner, permit2Address, cancelOf(8n, 1n << 5n))).to.equal(false);
    expect(spends(relayer, permit2Address, cancel)).to.equal(false);
    expect(spends(relayer, owner, groups(cancel))).to.equal(true);
    expect(
      spends(
        owner,
        multicall3,
        aggregates.encodeFunctionData('aggregate', [[[permit2Address, cancel]]]),
      ),
    ).to.equal(false);
  });

  it('is not seen in calls to other contracts, of other owners, and in calldata that is cut off', () => {
    expect(spends(relayer, token, pull)).to.equal(false);
    expect(spends(relayer, permit2Address, pullOf(nonce, relayer))).to.equal(false);
    expect(spends(relayer, permit2Address, pull.slice(0, 300))).to.equal(false);
    expect(spends(relayer, multicall3, groups(pull))).to.equal(false);
    expect(spends(relayer, relayer, `${groups(pull).slice(0, 200)}`)).to.equal(false);
    expect(spends(relayer, permit2Address, '0x')).to.equal(false);
    expect(spendsPermit({ from: relayer, to: null, input: '0x60' }, { owner, nonce })).to.equal(
      false,
    );
  });
});

function spends(from: string, to: string, input: string, of = nonce): boolean {
  // CAST: literals of this test.
  return spendsPermit({ from, to, input } as Parameters<typeof spendsPermit>[0], {
    owner,
    nonce: of,
  });
}

function pullOf(of: bigint, from = owner) {
  return permitTransferFromCall(
    {
      chain: evmChain(8453),
      owner: from,
      token,
      units: asAmount(1n),
      nonce: of,
      deadline: 9n,
      signature: '0x12',
    },
    relayer,
  );
}

function cancelOf(word: bigint, mask: bigint): string {
  return permit2.encodeFunctionData('invalidateUnorderedNonces', [word, mask]);
}

function encoded(selector: number, values: readonly unknown[]): string {
  return permit2.encodeFunctionData(`0x${selector.toString(16)}`, values);
}

function groups(data: string, to: string = permit2Address): string {
  const call = { to, data, value: 0n } as Parameters<typeof runCall>[0][number]; // CAST: literals of this test.
  return runGroupsCall([{ gasCap: 1n, calls: [call] }]);
}
