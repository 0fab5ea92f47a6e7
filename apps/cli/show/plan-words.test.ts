import { ServiceError } from '@interline/client';
import { expect } from 'chai';
import { rejectedLines, sayingOfPlan, sendLeg } from './plan-words.ts';
import { inTokens, terminal } from './terminal.ts';

const amounts = {
  of: (units: string, _chain: string | number, token: string) =>
    token === 'USDC' ? inTokens(units, 6, token) : `${units} smallest units of ${token}`,
  coin: (units: string) => units,
  chain: String,
};
const base = { chain: 8453, token: 'USDC', symbol: 'USDC', amount: '400241' };
const rejected = [
  {
    from: base,
    rail: 'debridge',
    code: 'NO_ROUTE',
    reason: 'our charge of 3200400 leaves nothing of 400241',
  },
  {
    from: base,
    rail: null,
    code: 'UNROUTABLE_LANE',
    reason: 'fromChain and toChain are the same',
  },
] as const;

describe('a plan in the words of the command line', () => {
  it('says why each price was not taken in tokens, with or without a rail', () => {
    expect(rejectedLines(rejected, amounts)).to.deep.equal([
      '8453 debridge NO_ROUTE: our charge of 3.2004 USDC leaves nothing of 0.400241 USDC',
      '8453 UNROUTABLE_LANE: --from and --to are the same',
    ]);
  });

  it('names the command that sends a leg, but not in units of a token that is not listed', () => {
    const to = { chain: 10, token: '0xab', symbol: 'USDC', address: '0x33' };

    expect([
      sendLeg({ from: base }, to, amounts),
      sendLeg({ from: { ...base, token: '0xcd' } }, to, amounts),
    ]).to.deep.equal([
      'interline send --key-file wallet.key --from 8453 --token USDC --amount 0.400241 --to 10:0x33 --to-token USDC',
      null,
    ]);
  });

  it("that no source can deliver is refused in tokens and options, and for a program in the service's own words", async () => {
    const body = {
      error:
        '1200000 wanted, 1190000 at least: no source alone brings it; all usable sources together bring 1499100 and promise 1499000, with constraints.allowSplit',
      errorCode: 'PLAN_UNSATISFIABLE',
      suggestedAction: 'Read details.rejected.',
      details: { rejected: [] },
    };
    const said = (isJson: boolean) =>
      sayingOfPlan(terminal(isJson), { amounts, chain: '10', token: 'USDC' }, () =>
        Promise.reject(new ServiceError(422, body)),
      ).catch((error: Error) => error.message);

    expect([await said(false), await said(true)]).to.deep.equal([
      '1.2 USDC wanted, 1.19 USDC at least: no source alone brings it; all usable sources together bring 1.4991 USDC and promise 1.499 USDC, with --split. Let several sources bring a part each with --split, name others, or ask for less; a bound of --max-fee-bps or --max-seconds may be too narrow.',
      `${body.error}. Read details.rejected.`,
    ]);
  });
});
