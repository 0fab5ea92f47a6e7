import { expect } from 'chai';
import { refusalOf } from '../testing/refusal-of.ts';
import { payer } from '../testing/sample-route.ts';
import { sampleTokens } from '../testing/sample-tokens.ts';
import { readAgentRequest } from './read-agent-request.ts';

const wire = {
  fromChain: 8453,
  toChain: 42161,
  amount: '25000000',
  token: 'USDC',
  fromAddress: payer,
};

describe('an agent request', () => {
  it('carries its floor', () => {
    expect(readAgentRequest({ ...wire, minOut: '24000000' }, sampleTokens).minOut).to.equal(
      24_000_000n,
    );
    expect(readAgentRequest({ ...wire, minOut: '0' }, sampleTokens).minOut).to.equal(0n);
    expect(readAgentRequest(wire, sampleTokens).minOut).to.equal(null);
    expect(
      refusalOf(() => readAgentRequest({ ...wire, minOut: '-1' }, sampleTokens)).code,
    ).to.equal('BAD_AMOUNT');
  });

  it('needs to know who signs, and who is paid', () => {
    const { fromAddress: _dropped, ...nobody } = wire;

    expect(refusalOf(() => readAgentRequest(nobody, sampleTokens)).details).to.deep.equal({
      field: 'fromAddress',
    });
    expect(
      refusalOf(() => readAgentRequest({ ...wire, toChain: 'stellar' }, sampleTokens)).details,
    ).to.deep.equal({ field: 'toAddress' });
  });
});
