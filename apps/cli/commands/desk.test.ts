import type { Desk } from '@interline/client';
import { expect } from 'chai';
import { showEntry } from './desk.ts';

describe('an entry of the desk on the command line', () => {
  it('has its amounts in tokens and its times as times', () => {
    const entry: Desk['entries'][number] = {
      kind: 'route',
      subject: 'route rt_1',
      state: 'REFUND_HELD',
      since: 1_795_368_595_497,
      shows: { from: '2000000 USDC on eip155:8453', owed: '2000000', accepted: 1_795_368_595_000 },
      whatToDo: 'Look.',
      commands: ['interline status rt_1'],
      orders: [],
    };

    expect(linesOf(entry)).to.deep.equal([
      'route rt_1: REFUND_HELD since 2026-11-22T17:29:55.497Z',
      '    from: 2000000/8453/USDC on eip155:8453',
      '    owed: 2000000/8453/USDC',
      '    accepted: 2026-11-22T17:29:55.000Z',
      '  Look.',
      '  $ interline status rt_1',
    ]);
  });

  it('names a chain beyond the EVM ones as requests do, and its tokens as it writes them', () => {
    const bitcoin = 'bip122:000000000019d6689c085ae165831e93';
    const issued = `USDC:G${'A'.repeat(55)}`;

    expect(
      linesOf({
        kind: 'unmatched',
        subject: 'payment aa in slot 3 on stellar',
        state: 'UNMATCHED',
        since: null,
        shows: { chain: 'stellar:pubnet', moved: [`70 of ${issued} GA -> GB`] },
        whatToDo: 'Look.',
        commands: [],
        orders: [],
      }),
    ).to.contain(`    moved: 70/stellar/${issued} GA -> GB`);
    expect(
      linesOf({
        kind: 'route',
        subject: 'route rt_2',
        state: 'OVERDUE',
        since: null,
        shows: { atLeast: `9000 BTC on ${bitcoin}`, delivered: '9000' },
        whatToDo: 'Look.',
        commands: [],
        orders: [],
      }),
    ).to.include.members([
      '    atLeast: 9000/bitcoin/BTC on bitcoin',
      '    delivered: 9000/bitcoin/BTC',
    ]);
  });

  it('has what an account lacks in tokens, and where it is funded', () => {
    expect(
      linesOf({
        kind: 'funds',
        subject: 'BTC of the float on bitcoin',
        state: 'transfers wait for it',
        since: null,
        shows: {
          missing: '9000 BTC on bip122:000000000019d6689c085ae165831e93',
          address: 'bc1qfund',
          routes: 2,
        },
        whatToDo: 'Fund it.',
        commands: ['interline float status --chain bitcoin'],
        orders: [],
      }),
    ).to.deep.equal([
      'BTC of the float on bitcoin: transfers wait for it',
      '    missing: 9000/bitcoin/BTC on bitcoin',
      '    address: bc1qfund',
      '    routes: 2',
      '  Fund it.',
      '  $ interline float status --chain bitcoin',
    ]);
  });
});

function linesOf(entry: Desk['entries'][number]): readonly string[] {
  const lines: string[] = [];
  showEntry(
    {
      isJson: false,
      line: (text) => void lines.push(text),
      step: () => undefined,
      notice: () => undefined,
      result: () => undefined,
    },
    entry,
    {
      of: (units, chain, token) => `${units}/${chain}/${token}`,
      coin: (wei) => wei,
      chain: String,
    },
  );
  return lines;
}
