import type { Console, PlanBalances, TransferPlan } from '@interline/client';
import { expect } from 'chai';
import type { Wanted } from '../pages/move/wanted.ts';
import { planBodyOf, plannedOf, sourcesOf, wantedThere } from './plan-of.ts';

const payer = `0x${'11'.repeat(20)}`;
const token = (address: string, asset = 'USDC', decimals = 6) => ({
  ...{ address, symbol: asset, decimals, asset, gasless: true },
});
const chain = (id: number, tokens: Console['chains'][number]['tokens']) => ({
  ...{ chain: id, name: `Chain ${id}`, coin: null, explorerTx: null, simulated: false, tokens },
});
const chains = [
  chain(1, [token('0xA1'), token('0xd1', 'DAI', 18)]),
  chain(2, [token('0xa2')]),
  chain(3, [token('0xa3', 'USDC', 18)]),
] as const;
const facts = { chains } as unknown as Console; // CAST: what is read of it.
const wanted: Wanted = {
  from: chains[0],
  to: chains[2],
  fromToken: token('0xA1'),
  toToken: token('0xa3', 'USDC', 18),
  amount: 7_000_000n,
  recipient: '0x22',
  isDeposit: false,
  body: {
    ...{ fromChain: 1, toChain: 3, fromToken: '0xA1', toToken: '0xa3', amount: '7000000' },
    ...{ fromAddress: payer, toAddress: '0x22' },
  },
};
const item = (chainId: number, address: string, amount: string, pullable = '2612' as const) => ({
  ...{ chainId, token: address, symbol: '', amount, pullable, permit2Allowance: '0' },
});
const balances: PlanBalances = {
  items: [
    item(1, '0xa1', '3000000'),
    item(1, '0xd1', '9000000000000000000'),
    item(2, '0xa2', '5000000'),
    item(3, '0xa3', '9000000'),
    { ...item(2, '0xa2', '8000000'), pullable: 'none' },
    item(9, '0xa9', '8000000'),
  ],
  unread: [],
};
const sources = sourcesOf(balances, facts, wanted);
const leg = (chainId: number, address: string, amount: string) => ({
  from: { chain: chainId, token: address, symbol: 'USDC', amount },
  ...{ rail: 'a', estOut: '4990000', minOut: '4980000', fee: '10000', feeBps: 2, etaSeconds: 9 },
  execute: { excludeRails: ['b'] },
});
const planned = (...legs: readonly ReturnType<typeof leg>[]) =>
  // CAST: what is read of it.
  plannedOf({ legs } as unknown as TransferPlan, wanted, sources, payer);

describe('a plan over several chains', () => {
  it('takes what a signature can move of the same asset, not from where it goes to, the most first', () => {
    expect(sources.map(({ chain: { chain: id }, units }) => [id, units])).to.deep.equal([
      [2, 5_000_000n],
      [1, 3_000_000n],
    ]);
  });

  it('asks that as much arrives as was to be sent, in the units of the other side', () => {
    expect(wantedThere(wanted)).to.equal(7_000_000_000_000_000_000n);
    expect(planBodyOf(wanted, sources, payer)).to.deep.include({
      to: { chain: 3, token: '0xa3', amount: '7000000000000000000', address: '0x22' },
      from: [
        { chain: 2, token: '0xa2', amount: '5000000' },
        { chain: 1, token: '0xA1', amount: '3000000' },
      ],
      account: payer,
    });
    expect(planBodyOf({ ...wanted, recipient: null }, sources, payer)).to.equal(null);
    expect(planBodyOf(wanted, [], payer)).to.equal(null);
  });

  it('has legs to the recipient of the form, each held to what it promised', () => {
    const found = planned(leg(2, '0xA2', '5000000'), leg(1, '0xa1', '2010000'));

    expect([found?.arrives, found?.least]).to.deep.equal([9_980_000n, 9_960_000n]);
    expect(found?.legs[0]?.excluded).to.deep.equal(['b']);
    expect(found?.legs[0]?.wanted).to.deep.include({ recipient: '0x22', amount: 5_000_000n });
    expect(found?.legs[0]?.wanted.body).to.deep.equal({
      ...wanted.body,
      ...{ fromChain: 2, fromToken: '0xa2', amount: '5000000', minOut: '4980000' },
    });
  });

  it('is null if it takes more than a source has, takes one twice, or takes another token', () => {
    expect(planned(leg(2, '0xa2', '5000000'))?.legs).to.have.length(1);
    for (const legs of [
      [],
      [leg(2, '0xa2', '5000001')],
      [leg(2, '0xa2', '3000000'), leg(2, '0xa2', '3000000')],
      [leg(2, '0xa2', '5000000'), leg(1, '0xd1', '1')],
      [leg(2, '0xa2', '0')],
    ])
      expect(planned(...legs)).to.equal(null);
  });
});
