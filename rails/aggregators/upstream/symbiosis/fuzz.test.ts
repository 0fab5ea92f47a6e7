import type { Json } from '@interline/plugins';
import { expect } from 'chai';
import fc from 'fast-check';
import { mutatedBody } from '../../testing/mutated-body.ts';
import { orFault } from '../../testing/or-fault.ts';
import { scriptedApi } from '../../testing/scripted-api.ts';
import { stranger, testAsk } from '../../testing/test-ask.ts';
import { symbiosis } from './symbiosis.ts';
import { endTx, routeCalldata, statusBody, swapBody } from './testing/symbiosis-bodies.ts';

const ask = testAsk();
const signal = new AbortController().signal;

describe('a mutated answer of symbiosis', () => {
  it('is a refusal, a fault, or a call for what the answer states in digits', async () => {
    let accepted = 0;
    let turnedAway = 0;
    await fc.assert(
      fc.asyncProperty(mutatedBody(swapBody()), async (body) => {
        const built = await orFault(() =>
          symbiosis.build(ask, scriptedApi([{ status: 200, body }]), signal),
        );
        if (built === null || !built.ok) return void (turnedAway += 1);
        accepted += 1;

        const { call, output, minOutput, coinFee } = built.value;
        const stated = statedIn(body);

        expect({ output: output.toString(), minOutput: minOutput.toString() }).to.deep.equal({
          output: stated.output,
          minOutput: stated.minOutput,
        });
        expect({
          chainId: call.chainId,
          to: call.to,
          data: call.data,
          value: call.value,
          spender: call.spender,
          coinFee,
        }).to.deep.equal({
          chainId: 8453,
          to: stated.to.toLowerCase(),
          data: stated.data.toLowerCase(),
          value: BigInt(stated.value),
          spender: stated.spender.toLowerCase(),
          coinFee: BigInt(stated.value),
        });
        if (call.data.startsWith('0xa11b1198'))
          expect(call.says).to.have.all.keys('token', 'units');
      }),
      { numRuns: 3_000 },
    );

    expect(accepted).to.be.greaterThan(100);
    expect(turnedAway).to.be.greaterThan(100);
  });

  it('never hides which token a route takes, or how much', async () => {
    const token = fc.constantFrom<string>(ask.from.address, ask.to.address, stranger);
    await fc.assert(
      fc.asyncProperty(
        token,
        fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
        async (approved, amount) => {
          const data = routeCalldata({ approvedTokens: [approved, stranger], amount });

          const built = await symbiosis.build(
            ask,
            scriptedApi([{ status: 200, body: swapBody({ tx: { data } }) }]),
            signal,
          );

          expect(built.ok && built.value.call.says).to.deep.equal({
            token: approved,
            units: amount,
          });
        },
      ),
      { numRuns: 300 },
    );
  });

  it('about a swap under way is progress by the table or a fault', async () => {
    const codes = fc.constantFrom(-1, 0, 1, 2, 3, 4);
    const hurt = codes.chain((code) =>
      mutatedBody(statusBody(code, { hash: endTx, chainId: code === 3 ? 8453 : 42161 })),
    );
    await fc.assert(
      fc.asyncProperty(hurt, async (body) => {
        const progress = await orFault(() =>
          symbiosis.track(
            { fromChainId: 8453, toChainId: 42161 },
            `0x${'11'.repeat(32)}`,
            scriptedApi([{ status: 200, body }]),
            signal,
          ),
        );

        if (progress === null) return;
        const { code } = (body as unknown as { status: { code: number } }).status;
        expect(progress.status).to.equal(code === 0 ? 'DONE' : code === 3 ? 'FAILED' : 'BRIDGING');
        for (const hash of [progress.destTx, progress.refundTx]) {
          if (hash !== undefined)
            expect(JSON.stringify(body).toLowerCase()).to.include(`"hash":"${hash}"`);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

interface Stated {
  readonly output: string;
  readonly minOutput: string;
  readonly to: string;
  readonly data: string;
  readonly value: string;
  readonly spender: string;
}

function statedIn(body: Json): Stated {
  // CAST: an accepted body has these places; where it had not, the comparison with undefined fails
  // the test.
  const at = body as unknown as {
    tokenAmountOut: { amount: string };
    tokenAmountOutMin: { amount: string };
    tx: { to: string; data: string; value?: string };
    approveTo: string;
  };
  return {
    output: at.tokenAmountOut.amount,
    minOutput: at.tokenAmountOutMin.amount,
    to: at.tx.to,
    data: at.tx.data,
    value: at.tx.value ?? '0',
    spender: at.approveTo,
  };
}
