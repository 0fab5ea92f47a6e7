import { expect } from 'chai';
import { verifyTypedData, Wallet } from 'ethers';
import { throwAwaySigner } from './throw-away.ts';

const domain = {
  name: 'Permit2',
  chainId: 8453,
  verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
};
const types = {
  PermitTransferFrom: [
    { name: 'permitted', type: 'TokenPermissions' },
    { name: 'spender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
  TokenPermissions: [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ],
};
const message = {
  permitted: { token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', amount: '5000000' },
  spender: '0x1111111111111111111111111111111111111111',
  nonce: (2n ** 255n + 7n).toString(),
  deadline: '1800000000',
};

describe('a throw-away wallet', () => {
  it('has the address of its key, and signs as a wallet of that key does', async () => {
    const key = `0x${'2a'.repeat(32)}`;
    const [ours, theirs] = [throwAwaySigner(key), new Wallet(key)];

    expect(await ours.getAddress()).to.equal(theirs.address);
    expect(await ours.signMessage('hello')).to.equal(await theirs.signMessage('hello'));
    expect(await ours.signTypedData(domain, types, message)).to.equal(
      await theirs.signTypedData(domain, types, message),
    );
  });

  it('is another each time, and its signature shows its address', async () => {
    const [one, two] = [throwAwaySigner(), throwAwaySigner()];

    expect(one.address).not.to.equal(two.address);
    expect(
      verifyTypedData(domain, types, message, await one.signTypedData(domain, types, message)),
    ).to.equal(one.address);
  });
});
