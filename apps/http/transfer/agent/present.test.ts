import { asUnits } from '@interline/kernel';
import { sampleIntent } from '../../testing/sample-intent.ts';
import { sampleRequest } from '../../testing/sample-route.ts';
import { executeRequestBody } from '../execute/schemas.ts';
import { presentAgentAnswer } from './present.ts';
import { expect } from 'chai';

const plain = { slippage: undefined, excludeRails: undefined, isOptIn: () => false };
const maxUint256 = '115792089237316195423570985008687907853269984665640564039457584007913129639935';

describe("the agent's answer", () => {
  it('carries status, quote, sign request and execute body, and nothing else when nothing is in the way', () => {
    const answer = presentAgentAnswer(sampleIntent(sampleRequest, null), sampleRequest, plain);

    expect(Object.keys(answer)).to.deep.equal(['status', 'quote', 'signRequest', 'execute']);
    expect(answer.status).to.equal('READY_TO_SIGN');
    expect(answer.quote.to.min).to.equal(answer.execute.minOut);
  });

  it("asks to sign Permit2's typed data and an allowance, with integers as strings except for chain ids", () => {
    const signRequest = signRequestOf(
      presentAgentAnswer(sampleIntent(sampleRequest, null), sampleRequest, plain),
    );

    const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
    const spender = '0x1000000000000000000000000000000000000ABc';
    const token = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
    expect(signRequest).to.deep.include({
      mode: 'permit2',
      chainId: 8453,
      spender,
      permit2,
      tokenAddress: token,
      amount: '25000000',
      nonce: '777',
      deadline: '1800001800',
    });
    expect(signRequest.eip712.domain).to.deep.equal({
      name: 'Permit2',
      chainId: 8453,
      verifyingContract: permit2,
    });
    expect(signRequest.eip712.primaryType).to.equal('PermitTransferFrom');
    expect(signRequest.eip712.message).to.deep.equal({
      permitted: { token, amount: '25000000' },
      spender,
      nonce: '777',
      deadline: '1800001800',
    });
    expect(signRequest.allowance?.kind).to.equal('eip2612');
    expect(signRequest.allowance?.eip712.domain).to.deep.equal({
      name: 'USD Coin',
      version: '2',
      chainId: 8453,
      verifyingContract: token,
    });
    expect(signRequest.allowance?.eip712.message).to.deep.equal({
      owner: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      spender: permit2,
      value: maxUint256,
      nonce: '0',
      deadline: '1800001800',
    });
  });

  it("names the domain's own type too, with exactly the members each domain has, in its order", () => {
    const signRequest = signRequestOf(
      presentAgentAnswer(sampleIntent(sampleRequest, null), sampleRequest, plain),
    );

    const both = [signRequest.eip712, signRequest.allowance?.eip712];
    expect(both.map((data) => data?.types.EIP712Domain)).to.deep.equal([
      [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
    ]);
    expect(both.map((data) => Object.keys(data?.domain ?? {}))).to.deep.equal([
      ['name', 'chainId', 'verifyingContract'],
      ['name', 'version', 'chainId', 'verifyingContract'],
    ]);
    expect(both.map((data) => Object.keys(data?.types ?? {}))).to.deep.equal([
      ['EIP712Domain', 'PermitTransferFrom', 'TokenPermissions'],
      ['EIP712Domain', 'Permit'],
    ]);
  });

  it('leaves the allowance out if none is needed', () => {
    const intent = sampleIntent(sampleRequest, null);

    const { signRequest } = presentAgentAnswer(
      { ...intent, signRequest: { ...intent.signRequest, allowance: null } },
      sampleRequest,
      plain,
    );

    expect(signRequest).not.to.have.property('allowance');
  });

  it('contains an execute body that execute accepts once the permit is added', () => {
    const { execute } = presentAgentAnswer(
      sampleIntent(sampleRequest, 24_900_000n),
      sampleRequest,
      {
        slippage: 0.01,
        excludeRails: ['lifi'],
        isOptIn: () => true,
      },
    );

    expect(execute).to.deep.equal({
      fromChain: 8453,
      toChain: 42161,
      fromToken: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      toToken: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
      amount: '25000000',
      toAddress: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      mode: 'permit2',
      minOut: '24900000',
      slippage: 0.01,
      excludeRails: ['lifi'],
      live: true,
    });
    expect(executeRequestBody.safeParse(execute).success).to.equal(true);
  });

  it('says live: true only if the best way needs it', () => {
    expect(
      presentAgentAnswer(sampleIntent(sampleRequest, null), sampleRequest, plain).execute,
    ).not.to.have.property('live');
  });

  it('names what the payer must see to first', () => {
    const answer = presentAgentAnswer(
      {
        ...sampleIntent(sampleRequest, null),
        minOut: asUnits(1n),
        warnings: ['approve Permit2 first'],
      },
      sampleRequest,
      plain,
    );

    expect([answer.status, answer.warnings]).to.deep.equal([
      'ACTION_NEEDED',
      ['approve Permit2 first'],
    ]);
  });
});

function signRequestOf({ signRequest }: ReturnType<typeof presentAgentAnswer>) {
  if (signRequest === null) throw new Error('there is nothing to sign');
  return signRequest;
}
