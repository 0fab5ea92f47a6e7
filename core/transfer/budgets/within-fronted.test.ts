import { answer, asUnits, evmAddress, evmChain, noUnits, refuse } from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import { expect } from 'chai';
import { withinFronted } from './within-fronted.ts';

const base = evmChain(8453);
const fronts = [{ chain: base, gas: 200_000n, coin: noUnits }];

describe("a rail's calls, limited to twice the gas that their quote was priced for", () => {
  it('are refused at one gas beyond it, as a whole', () => {
    const calls = [call(150_000n, 200_000n), call(250_001n, 300_000n)];

    expect(withinFronted(fronts, base, calls)).to.deep.equal(
      refuse(
        'GAS_CEILING',
        'the call would take 400001 gas, and 400000 is the most by what its quote was priced for',
      ),
    );
  });

  it('are signed for no more, and count with the signed limit', () => {
    expect(withinFronted(fronts, base, [call(390_000n, 537_000n)])).to.deep.equal(
      answer([call(390_000n, 400_000n)]),
    );
    expect(withinFronted(fronts, base, [call(390_000n, 400_000n)])).to.deep.equal(
      answer([call(390_000n, 400_000n)]),
    );
  });

  it('share the gas above their simulations, in order', () => {
    const calls = [call(150_000n, 225_000n), call(150_000n, 225_000n)];

    expect(withinFronted(fronts, base, calls)).to.deep.equal(
      answer([call(150_000n, 225_000n), call(150_000n, 175_000n)]),
    );
  });

  it('keep the room for posting, which no quote includes', () => {
    const posted = call(390_000n, 900_000n, 60_000n);

    expect(withinFronted(fronts, base, [posted])).to.deep.equal(
      answer([call(390_000n, 460_000n, 60_000n)]),
    );
  });

  it('are unchanged if the quote has no figure for that chain', () => {
    const calls = [call(390_000n, 537_000n)];

    expect(withinFronted(undefined, base, calls)).to.deep.equal(answer(calls));
    expect(withinFronted(fronts, evmChain(42161), calls)).to.deep.equal(answer(calls));
  });
});

/** At a fee of 3 wei, with this much posting room in the simulated gas. */
function call(callGas: bigint, gasLimit: bigint, postingRoom = 0n): Prepared {
  const gas = callGas + postingRoom;
  return {
    purpose: 'call',
    chain: base,
    role: 'spender',
    account: evmAddress(`0x${'1'.repeat(40)}`),
    expects: null,
    block: 1,
    callGas,
    simulated: { gas, gasInMulticall: gas - 21_000n, runsForeignCode: false },
    nextBlockCost: gasLimit * 2n,
    tx: {
      to: evmAddress(`0x${'2'.repeat(40)}`),
      data: '0x',
      value: asUnits(0n),
      gasLimit,
      maxFeeRate: 3n,
      tip: 1n,
    },
  };
}
