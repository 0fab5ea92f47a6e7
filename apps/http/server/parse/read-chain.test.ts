import { expect } from 'chai';
import { refusalOf } from '../../testing/refusal-of.ts';
import { sampleTokens } from '../../testing/sample-tokens.ts';
import { parseChain, parseServedChain } from './parse-address.ts';

describe('a chain on the wire', () => {
  it("is an id as number or text, a node's name, or a plugin's CAIP-2 name", () => {
    expect(parseChain(8453, 'fromChain')).to.equal('eip155:8453');
    expect(parseChain('8453', 'fromChain')).to.equal('eip155:8453');
    expect(parseChain('stellar', 'fromChain')).to.equal('stellar:pubnet');
    expect(parseChain('cosmos:cosmoshub-4', 'fromChain')).to.equal('cosmos:cosmoshub-4');
  });

  it('is an unroutable lane when the name is unknown, with the field in the message', () => {
    const refused = refusalOf(() => parseChain('dogecoin', 'toChain'));

    expect([refused.code, refused.details, refused.message]).to.deep.equal([
      'UNROUTABLE_LANE',
      { field: 'toChain' },
      'toChain "dogecoin" is not a chain this service knows; GET /api/route/chains lists them',
    ]);
  });

  it('that has no token here is at fault itself, and not the token that was named', () => {
    const refusals = [5, 'sui'].map((value) =>
      refusalOf(() => parseServedChain(value, 'fromChain', sampleTokens)),
    );

    expect(refusals.map(({ code, details, message }) => [code, details, message])).to.deep.equal([
      [
        'UNROUTABLE_LANE',
        { field: 'fromChain' },
        'fromChain 5 is not a chain this deployment serves',
      ],
      [
        'UNROUTABLE_LANE',
        { field: 'fromChain' },
        'fromChain "sui" is not a chain this deployment serves',
      ],
    ]);
    expect(parseServedChain('stellar', 'fromChain', sampleTokens)).to.equal('stellar:pubnet');
  });

  it('has one spelling for an EVM chain, its id', () => {
    expect(refusalOf(() => parseChain('eip155:8453', 'fromChain')).code).to.equal(
      'UNROUTABLE_LANE',
    );
    expect(refusalOf(() => parseChain('08453', 'fromChain')).code).to.equal('UNROUTABLE_LANE');
  });
});
