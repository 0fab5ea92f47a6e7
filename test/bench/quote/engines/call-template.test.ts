import { expect } from 'chai';
import { Interface } from 'ethers';
import { callTemplate } from './call-template.ts';

describe('a call template', () => {
  it('says what the coder would, for any amount and any party', () => {
    const erc20 = new Interface(['function transfer(address to, uint256 units)']);
    const encode = (units: bigint, to: string): string =>
      erc20.encodeFunctionData('transfer', [to, units]);
    const template = callTemplate(encode);
    const [one, other] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`];

    expect([template(5n, one), template(6n, one), template(5n, other)]).to.deep.equal([
      encode(5n, one),
      encode(6n, one),
      encode(5n, other),
    ]);
  });
});
