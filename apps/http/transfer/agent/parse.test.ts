import { expect } from 'chai';
import { refusalOf } from '../../testing/refusal-of.ts';
import { payer } from '../../testing/sample-route.ts';
import { sampleSetting } from '../../testing/sample-setting.ts';
import { parseAgentRequest } from './parse.ts';

const wire = {
  fromChain: 8453,
  toChain: 42161,
  amount: '25000000',
  token: 'USDC',
  fromAddress: payer,
};

const setting = sampleSetting;

describe('an agent request', () => {
  it('carries its floor', () => {
    expect(parseAgentRequest({ ...wire, minOut: '24000000' }, setting).minOut).to.equal(
      24_000_000n,
    );
    expect(parseAgentRequest({ ...wire, minOut: '0' }, setting).minOut).to.equal(0n);
    expect(parseAgentRequest(wire, setting).minOut).to.equal(null);
    expect(refusalOf(() => parseAgentRequest({ ...wire, minOut: '-1' }, setting)).code).to.equal(
      'BAD_AMOUNT',
    );
  });

  it('needs a signer and a recipient', () => {
    const { fromAddress: _dropped, ...nobody } = wire;

    expect(refusalOf(() => parseAgentRequest(nobody, setting)).details).to.deep.equal({
      field: 'fromAddress',
    });
    expect(
      refusalOf(() => parseAgentRequest({ ...wire, toChain: 'stellar' }, setting)).details,
    ).to.deep.equal({ field: 'toAddress' });
  });
});
