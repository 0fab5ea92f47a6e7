import { evmChain, isRelayError, type Ppm } from '@interline/kernel';
import { expect } from 'chai';
import type { AgentOrder } from './agent.ts';
import { dayIsSpent, judgeLeastOutput, judgeOrder, judgeWorth } from './judge-policy.ts';
import type { AgentPolicy } from './policy.ts';

const base = evmChain(8453);
const arbitrum = evmChain(42161);
const usdc = '0x3333333333333333333333333333333333333333';
const recipient = '0x7777777777777777777777777777777777777777';

const order: AgentOrder = {
  lane: { from: base, to: arbitrum },
  from: { chain: base, address: usdc, symbol: 'USDC' },
  to: { chain: arbitrum, address: 'native', symbol: 'ETH' },
  recipient,
  amount: 1n,
  slippage: 5_000 as Ppm,
};

const policy: AgentPolicy = {
  maxPerRoute: 100n,
  maxPerDay: 250n,
  tokens: ['USDC', 'ETH'],
  chains: [base, arbitrum],
  recipients: [recipient],
  approveAbove: null,
  expiresAtMs: 1_000,
};

function limitOf(work: () => void): string {
  try {
    work();
    return 'allowed';
  } catch (error) {
    if (!isRelayError(error)) throw error;
    expect(error.code).to.equal('AGENT_LIMIT');
    return String(error.details['limit']);
  }
}

const judged = (change: Partial<AgentPolicy>, nowMs = 0, of: Partial<AgentOrder> = {}): string =>
  limitOf(() => judgeOrder({ ...policy, ...change }, { ...order, ...of }, nowMs));

describe("an agent's policy", () => {
  it('allows what all its lists name, until its end', () => {
    expect([judged({}), judged({}, 999), judged({}, 1_000)]).to.deep.equal([
      'allowed',
      'allowed',
      'expiresAt',
    ]);
  });

  it("allows the service's default slippage, and what the owner sets in its place, to the millionth", () => {
    const at = (slippage: number, change: Partial<AgentPolicy> = {}): string =>
      judged(change, 0, { slippage: slippage as Ppm });
    const [wide, narrow] = [{ maxSlippage: 20_000 as Ppm }, { maxSlippage: 0 as Ppm }];

    expect([at(5_000), at(5_001)]).to.deep.equal(['allowed', 'maxSlippage']);
    expect([at(20_000, wide), at(20_001, wide)]).to.deep.equal(['allowed', 'maxSlippage']);
    expect([at(0, narrow), at(1, narrow)]).to.deep.equal(['allowed', 'maxSlippage']);
  });

  it('allows no agreed output below twice that slippage, to the unit', () => {
    const least = (minOutput: bigint, change: Partial<AgentPolicy> = {}): string =>
      limitOf(() => judgeLeastOutput({ ...policy, ...change }, { output: 1_000_000n, minOutput }));
    const wide = { maxSlippage: 500_000 as Ppm };

    expect([least(990_000n), least(989_999n)]).to.deep.equal(['allowed', 'maxSlippage']);
    expect([least(500_000n, wide), least(499_999n, wide)]).to.deep.equal([
      'allowed',
      'maxSlippage',
    ]);
  });

  it('allows nothing by a list that is empty, and all by one of a star', () => {
    for (const list of ['tokens', 'chains', 'recipients'] as const)
      expect([judged({ [list]: [] }), judged({ [list]: ['*'] })]).to.deep.equal([list, 'allowed']);
  });

  it('must name the memo with the recipient, because only the memo shows whose money it is at an exchange', () => {
    const of = { memo: { type: 'id', value: '42' } } as const;

    expect([
      judged({}, 0, of),
      judged({ recipients: [`${recipient}?memo=id:42`] }, 0, of),
      judged({ recipients: [`${recipient}?memo=id:43`, `${recipient}?memo=text:42`] }, 0, of),
      judged({ recipients: [`${recipient}?memo=id:42`] }),
      judged({ recipients: ['*'] }, 0, of),
    ]).to.deep.equal(['recipients', 'allowed', 'recipients', 'recipients', 'allowed']);
  });

  it('must name the chains and tokens of both ends', () => {
    expect([
      judged({ chains: [base] }),
      judged({ chains: [arbitrum] }),
      judged({ tokens: ['USDC'] }),
      judged({ tokens: ['ETH'] }),
    ]).to.deep.equal(['chains', 'chains', 'tokens', 'tokens']);
  });

  it('names a token by its symbol, or on one chain by its address', () => {
    const byAddress = [`${base}/${usdc}`, `${arbitrum}/native`];

    expect([
      judged({ tokens: byAddress }),
      judged({ tokens: [`${arbitrum}/${usdc}`, `${arbitrum}/native`] }),
      judged({ tokens: ['usdc', 'ETH'] }),
    ]).to.deep.equal(['allowed', 'tokens', 'tokens']);
  });

  it('names whom it pays', () => {
    const other = `0x${'88'.repeat(20)}`;

    expect([
      judged({}, 0, { recipient: other }),
      judged({}, 0, { recipient: null }),
      judged({ recipients: ['*'] }, 0, { recipient: null }),
    ]).to.deep.equal(['recipients', 'recipients', 'recipients']);
  });

  it('allows a route to the cent', () => {
    expect([
      limitOf(() => judgeWorth(policy, 100n)),
      limitOf(() => judgeWorth(policy, 101n)),
    ]).to.deep.equal(['allowed', 'maxPerRoute']);
  });

  it('says what is left of the day, nothing if more was used than it allows by now', () => {
    expect([
      dayIsSpent(policy, 249n, 2n).details,
      dayIsSpent(policy, 250n, 1n).details,
      dayIsSpent(policy, 300n, 1n).details,
    ]).to.deep.equal([
      { limit: 'maxPerDay', left: '1' },
      { limit: 'maxPerDay', left: '0' },
      { limit: 'maxPerDay', left: '0' },
    ]);
    expect(dayIsSpent(policy, 249n, 2n).message).to.equal(
      "the route is worth 0.02 USD; 0.01 USD of the day's 2.50 USD are left",
    );
  });
});
