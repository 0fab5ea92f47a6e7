import { refusalOf } from '../../testing/refusal-of.ts';
import { floatAccount, spender } from '../../testing/sample-intent.ts';
import { sampleAddresses } from '../../testing/sample-addresses.ts';
import { payer, recipient } from '../../testing/sample-route.ts';
import { arbitrum, arbitrumUsdc, base, baseUsdc } from '../../testing/sample-tokens.ts';
import {
  parseAllowance,
  parseClaimedSpender,
  parseExecuteRequest,
  parseIdempotency,
  parsePermit,
  parseSandbox,
  type Caller,
} from './parse.ts';
import { type ExecuteRequestWire, type Permit2Wire } from './schemas.ts';
import { sampleSetting } from '../../testing/sample-setting.ts';
import { expect } from 'chai';

const anyone: Caller = { sandbox: null, isOperator: false, client: 'c1', idempotency: null };
const permit2 = {
  owner: payer,
  permitted: { token: baseUsdc.address, amount: '25000000' },
  nonce: '7',
  deadline: '1800001800',
  signature: '0x01',
};

describe('an execute request', () => {
  it("in permit2 mode is paid by the permit's owner, who is also the recipient if none is named", () => {
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

  it('from bitcoin is a deposit of the caller, whose sender is not the payer to be paid back', () => {
    const from = { fromChain: 'bitcoin', token: undefined, toToken: 'USDC', toAddress: recipient };
    const request = read({ ...from, fromAddress: 'bc1qexchange', refundAddress: 'bc1qmine' });

    expect([request.mode, request.quote.payer, request.quote.refundAddress]).to.deep.equal([
      'deposit',
      null,
      'bc1qmine',
    ]);
    const own = read({ ...from, mode: 'self' });
    expect([own.mode, own.quote.payer]).to.deep.equal(['self', null]);
    expect(refusalOf(() => read({ ...from, mode: 'permit2', permit2 })).code).to.equal(
      'BAD_REQUEST',
    );
    expect(refusalOf(() => read({ ...from, permit2 })).code).to.equal('BAD_REQUEST');
    expect(refusalOf(() => read({ ...from, toAddress: undefined })).details).to.deep.equal({
      field: 'toAddress',
    });
  });

  it('keeps what was given for live, dryRun, burn address, floor and rails', () => {
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
): ReturnType<typeof parseExecuteRequest> {
  return parseExecuteRequest(
    { fromChain: 8453, toChain: 42161, token: 'USDC', amount: '25000000', ...change },
    caller,
    { ...sampleSetting, accounts: { float: floatAccount } },
  );
}

const largest = (2n ** 256n - 1n).toString();
const wire: Permit2Wire = {
  owner: payer,
  permitted: { token: baseUsdc.address, amount: '25000000' },
  nonce: '0',
  deadline: '1800001800',
  signature: '0xABcd12',
};

describe('a permit in a request', () => {
  it('is taken as the body says it, the signature byte for byte', () => {
    expect(parsePermit(wire, base, sampleAddresses)).to.deep.equal({
      chain: base,
      owner: payer,
      token: baseUsdc.address,
      units: 25_000_000n,
      nonce: 0n,
      deadline: 1_800_001_800n,
      signature: '0xABcd12',
    });
  });

  it('has a nonce of at most 2^256 - 1', () => {
    expect(parsePermit({ ...wire, nonce: largest }, base, sampleAddresses).nonce).to.equal(
      2n ** 256n - 1n,
    );
    expect(
      refusalOf(() =>
        parsePermit({ ...wire, nonce: (2n ** 256n).toString() }, base, sampleAddresses),
      ).message,
    ).to.equal('permit2.nonce is above 2^256 - 1');
  });

  it('is a bad amount if its own amount is one, with the whole name of the field', () => {
    const refused = refusalOf(() =>
      parsePermit(
        { ...wire, permitted: { token: baseUsdc.address, amount: 25_000_000 } },
        base,
        sampleAddresses,
      ),
    );

    expect([refused.code, refused.details]).to.deep.equal([
      'BAD_AMOUNT',
      { field: 'permit2.permitted.amount' },
    ]);
  });

  it('may carry a signed allowance', () => {
    expect(parseAllowance(wire)).to.equal(null);
    expect(
      parseAllowance({
        ...wire,
        allowance: { kind: 'eip2612', value: largest, deadline: '1800001800', signature: '0x01' },
      }),
    ).to.deep.equal({
      kind: 'eip2612',
      value: 2n ** 256n - 1n,
      deadline: 1_800_001_800n,
      signature: '0x01',
    });
  });

  it('may repeat the spender it was signed for', () => {
    expect(parseClaimedSpender(undefined, sampleAddresses)).to.equal(null);
    expect(parseClaimedSpender(wire, sampleAddresses)).to.equal(null);
    expect(parseClaimedSpender({ ...wire, spender }, sampleAddresses)).to.equal(spender);
    expect(
      refusalOf(() => parseClaimedSpender({ ...wire, spender: '0x12' }, sampleAddresses)).code,
    ).to.equal('BAD_REQUEST');
  });
});

describe('the sandbox header', () => {
  it('is on with 1 and off when left out', () => {
    expect(parseSandbox({})).to.equal(null);
    expect(parseSandbox({ 'x-svc-sandbox': '1' })).to.equal('done');
  });

  it('takes the scripted outcomes', () => {
    for (const outcome of ['failed', 'funds-required', 'awaiting-deposit']) {
      expect(parseSandbox({ 'x-svc-sandbox': '1', 'x-svc-sandbox-outcome': outcome })).to.equal(
        outcome,
      );
    }
  });

  it('is refused with any other value, never taken for live', () => {
    for (const value of ['0', 'true', 'yes', '', '01', '1, 1', ' 1']) {
      expect(refusalOf(() => parseSandbox({ 'x-svc-sandbox': value })).code, value).to.equal(
        'BAD_REQUEST',
      );
    }
    expect(
      refusalOf(() => parseSandbox({ 'x-svc-sandbox': '1', 'x-svc-sandbox-outcome': 'done' })).code,
    ).to.equal('BAD_REQUEST');
  });

  it('is missed when only an outcome is given: a caller who scripts one does not mean to go live', () => {
    expect(refusalOf(() => parseSandbox({ 'x-svc-sandbox-outcome': 'failed' })).message).to.equal(
      'x-svc-sandbox-outcome is given without x-svc-sandbox: 1',
    );
  });
});

const path = '/api/route/execute';
const body = Buffer.from('{"a":1}');

describe('the Idempotency-Key', () => {
  it('is optional', () => {
    expect(parseIdempotency({}, path, body)).to.equal(null);
  });

  it('comes with a digest that distinguishes one request from another', () => {
    const hashOf = (headers: Record<string, string>, at = path, bytes = body): string | undefined =>
      parseIdempotency({ 'idempotency-key': 'k-1', ...headers }, at, bytes)?.bodyHash;

    expect(parseIdempotency({ 'idempotency-key': 'k-1' }, path, body)?.key).to.equal('k-1');
    expect(hashOf({}))
      .to.match(/^[0-9a-f]{64}$/)
      .and.to.equal(hashOf({}));
    const hashes = [
      hashOf({}),
      hashOf({}, path, Buffer.from('{"a": 1}')),
      hashOf({ 'x-svc-sandbox': '1' }),
      hashOf({ 'x-svc-sandbox': '1', 'x-svc-sandbox-outcome': 'failed' }),
      hashOf({}, '/api/floatlane/execute'),
    ];
    expect(new Set(hashes).size).to.equal(5);
  });

  it('is refused when empty, longer than 255 characters or not visible ASCII', () => {
    expect(
      parseIdempotency({ 'idempotency-key': 'k'.repeat(255) }, path, body)?.key,
    ).to.have.length(255);
    for (const key of ['', 'k'.repeat(256), 'a b', 'a\tb']) {
      expect(
        refusalOf(() => parseIdempotency({ 'idempotency-key': key }, path, body)).code,
        key,
      ).to.equal('BAD_REQUEST');
    }
  });
});
