import { expect } from 'chai';
import { refusalOf } from '../testing/refusal-of.ts';
import { spender } from '../testing/sample-intent.ts';
import { payer } from '../testing/sample-route.ts';
import { base, baseUsdc } from '../testing/sample-tokens.ts';
import type { Permit2Wire } from './execute-request-schema.ts';
import { readAllowance, readClaimedSpender, readPermit } from './read-permit.ts';

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
    expect(readPermit(wire, base)).to.deep.equal({
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
    expect(readPermit({ ...wire, nonce: largest }, base).nonce).to.equal(2n ** 256n - 1n);
    expect(
      refusalOf(() => readPermit({ ...wire, nonce: (2n ** 256n).toString() }, base)).message,
    ).to.equal('permit2.nonce is above 2^256 - 1');
  });

  it('is a bad amount where its own amount is one, with the whole name of the field', () => {
    const refused = refusalOf(() =>
      readPermit({ ...wire, permitted: { token: baseUsdc.address, amount: 25_000_000 } }, base),
    );

    expect([refused.code, refused.details]).to.deep.equal([
      'BAD_AMOUNT',
      { field: 'permit2.permitted.amount' },
    ]);
  });

  it('may bring a signed allowance along', () => {
    expect(readAllowance(wire)).to.equal(null);
    expect(
      readAllowance({
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
    expect(readClaimedSpender(undefined)).to.equal(null);
    expect(readClaimedSpender(wire)).to.equal(null);
    expect(readClaimedSpender({ ...wire, spender })).to.equal(spender);
    expect(refusalOf(() => readClaimedSpender({ ...wire, spender: '0x12' })).code).to.equal(
      'BAD_REQUEST',
    );
  });
});
