import { expect } from 'chai';
import { refusalOf } from '../testing/refusal-of.ts';
import { floatAccount } from '../testing/sample-intent.ts';
import { payer, recipient } from '../testing/sample-route.ts';
import { arbitrum, arbitrumUsdc, base, baseUsdc, sampleTokens } from '../testing/sample-tokens.ts';
import type { ExecuteRequestWire } from './execute-request-schema.ts';
import { type Caller, readExecuteRequest } from './read-execute-request.ts';

const anyone: Caller = { sandbox: null, isOperator: false, client: 'c1', idempotency: null };
const permit2 = {
  owner: payer,
  permitted: { token: baseUsdc.address, amount: '25000000' },
  nonce: '7',
  deadline: '1800001800',
  signature: '0x01',
};

describe('an execute request', () => {
  it("in permit2 mode is paid by the permit's owner, who is also the recipient where none is named", () => {
    const request = read({ mode: 'permit2', permit2 });

    expect(request).to.deep.equal({
      ...anyone,
      quote: {
        lane: { from: base, to: arbitrum },
        from: baseUsdc,
        to: arbitrumUsdc,
        amount: 25_000_000n,
        payer,
        recipient: payer,
        slippage: 5_000,
      },
      mode: 'permit2',
      permit: {
        chain: base,
        owner: payer,
        token: baseUsdc.address,
        units: 25_000_000n,
        nonce: 7n,
        deadline: 1_800_001_800n,
        signature: '0x01',
      },
      claimedSpender: null,
      allowance: null,
      minOut: null,
      live: null,
      dryRun: false,
      allowBurnAddress: false,
      excludeRails: [],
    });
  });

  it('in self mode, the default, is paid from the float and must name its recipient', () => {
    const request = read({ toAddress: recipient });

    expect([
      request.mode,
      request.quote.payer,
      request.quote.recipient,
      request.permit,
    ]).to.deep.equal(['self', floatAccount, recipient, null]);
    const refused = refusalOf(() => read({ fromAddress: payer }));
    expect([refused.code, refused.details]).to.deep.equal([
      'MISSING_FIELD',
      { field: 'toAddress' },
    ]);
  });

  it("with a permit but no mode is refused with the fix, for the default would move the operator's funds", () => {
    expect(refusalOf(() => read({ permit2 })).message).to.equal(
      'permit2 is given but mode is left out; set mode to "permit2", or remove permit2',
    );
    expect(refusalOf(() => read({ permit2, mode: 'self' })).message).to.equal(
      'permit2 is given but mode is "self"; set mode to "permit2", or remove permit2',
    );
  });

  it('in permit2 mode needs the permit, but not in the sandbox', () => {
    const refused = refusalOf(() => read({ mode: 'permit2', toAddress: recipient }));
    const rehearsed = read({ mode: 'permit2', fromAddress: payer }, { ...anyone, sandbox: 'done' });

    expect([refused.code, refused.details]).to.deep.equal(['MISSING_FIELD', { field: 'permit2' }]);
    expect([rehearsed.permit, rehearsed.quote.payer, rehearsed.quote.recipient]).to.deep.equal([
      null,
      payer,
      payer,
    ]);
  });

  it("must name a recipient on a chain where the owner's address means nothing", () => {
    expect(
      refusalOf(() => read({ mode: 'permit2', permit2, toChain: 'stellar' })).details,
    ).to.deep.equal({ field: 'toAddress' });
  });

  it('keeps what was said of live, dryRun, burn address, floor and rails', () => {
    const request = read({
      toAddress: recipient,
      live: false,
      dryRun: true,
      allowBurnAddress: true,
      minOut: '24000000',
      excludeRails: ['lifi'],
    });

    expect([
      request.live,
      request.dryRun,
      request.allowBurnAddress,
      request.minOut,
      request.excludeRails,
    ]).to.deep.equal([false, true, true, 24_000_000n, ['lifi']]);
  });

  it('leaves a permit that does not fit the transfer to the use case', () => {
    const request = read({
      mode: 'permit2',
      permit2: { ...permit2, permitted: { token: arbitrumUsdc.address, amount: '1' } },
    });

    expect([request.permit?.token, request.permit?.units]).to.deep.equal([
      arbitrumUsdc.address,
      1n,
    ]);
  });
});

function read(
  change: Partial<ExecuteRequestWire>,
  caller = anyone,
): ReturnType<typeof readExecuteRequest> {
  return readExecuteRequest(
    { fromChain: 8453, toChain: 42161, token: 'USDC', amount: '25000000', ...change },
    caller,
    { tokens: sampleTokens, accounts: { float: floatAccount } },
  );
}
