import { expect } from 'chai';
import { UsageError } from '../exit-codes.ts';
import {
  centsOf,
  judgeSpender,
  judgeSpending,
  parsePolicy,
  PolicyRefusal,
  type Spending,
} from './policy.ts';

const usdc = { name: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', isDollars: true };
const weth = { name: '0x4200000000000000000000000000000000000006', isDollars: false };
const recipient = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const limits = { maxPerRoute: '500', maxPerDay: '2000' };
const written = {
  ...limits,
  tokens: ['USDC'],
  chains: [8453, 'stellar'],
  recipients: [recipient],
  spenders: [recipient],
};
const spending: Spending = {
  fromChain: '8453',
  toChain: 'stellar',
  fromToken: usdc,
  toToken: usdc,
  recipient,
  cents: 500n,
};

const isAllowed = (policy: object, change: Partial<Spending> = {}): boolean => {
  try {
    judgeSpending(parsePolicy(policy), { ...spending, ...change });
    return true;
  } catch (error) {
    if (error instanceof PolicyRefusal) return false;
    throw error;
  }
};

describe("an owner's policy", () => {
  it('allows what it lists, to the cent', () => {
    expect(isAllowed(written)).to.equal(true);
    expect(isAllowed(written, { cents: 501n })).to.equal(false);
    for (const change of [
      { fromChain: '1' },
      { toChain: '1' },
      { fromToken: weth },
      { toToken: weth },
      { recipient: weth.name },
    ])
      expect(isAllowed(written, change), JSON.stringify(change)).to.equal(false);
  });

  it('allows nothing by a list that is missing, and all by a star', () => {
    for (const name of ['tokens', 'chains', 'recipients']) {
      expect(isAllowed({ ...written, [name]: [] }), name).to.equal(false);
      expect(isAllowed({ ...written, [name]: undefined }), name).to.equal(false);
      expect(isAllowed({ ...written, [name]: ['*'] }), name).to.equal(true);
    }
    expect(() => judgeSpender(parsePolicy(limits), recipient)).to.throw(PolicyRefusal);
    expect(() => judgeSpender(parsePolicy(written), recipient.toLowerCase())).not.to.throw();
    expect(() => judgeSpender(parsePolicy(written), weth.name)).to.throw(PolicyRefusal);
  });

  it('takes no address of letters that count for another', () => {
    const stellar = 'GABCDEFGHIJKLMNOPQRSTUVWXYZ234567ABCDEFGHIJKLMNOPQRSTUVWX';

    expect(isAllowed({ ...written, recipients: [stellar] }, { recipient: stellar })).to.equal(true);
    expect(
      isAllowed({ ...written, recipients: [stellar] }, { recipient: stellar.toLowerCase() }),
    ).to.equal(false);
  });

  it('counts cents up, of dollars and of what its owner says is worth something', () => {
    const worth = [{ chain: 8453, token: weth.name, decimals: 18, cents: '350000' }];
    const policy = parsePolicy({ ...written, worth });

    expect(centsOf(policy, 10_000n, usdc, '8453')).to.equal(1n);
    expect(centsOf(policy, 10_001n, usdc, '8453')).to.equal(2n);
    expect(centsOf(policy, 1_000_000_000_000_000n, weth, '8453')).to.equal(350n);
    expect(centsOf(policy, 1_000_000_000_000_001n, weth, '8453')).to.equal(351n);
    expect(() => centsOf(policy, 1n, weth, '10')).to.throw(PolicyRefusal, 'what 0x42');
  });

  it('is not taken if it says a limit in another way, or something that it does not have', () => {
    for (const wrong of [
      [],
      { ...written, maxPerDay: undefined },
      { ...written, maxPerDay: 2000 },
      { ...written, maxPerRoute: '-1' },
      { ...written, maxPerRoute: '5.00' },
      { ...written, token: ['USDC'] },
      { ...written, chains: '*' },
      { ...written, recipients: [null] },
      { ...written, worth: [{ chain: 1, token: 'X', decimals: 1.5, cents: '1' }] },
    ])
      expect(() => parsePolicy(wrong), JSON.stringify(wrong)).to.throw(UsageError);
  });
});
