import type { Desk } from '@interline/client';
import { expect } from 'chai';
import { showEntry } from './desk.ts';

describe('an entry of the desk on the command line', () => {
  it('has its amounts in tokens and its times as times', () => {
    const lines: string[] = [];
    const entry: Desk['entries'][number] = {
      kind: 'route',
      subject: 'route rt_1',
      state: 'REFUND_HELD',
      since: 1_795_368_595_497,
      shows: { from: '2000000 USDC on eip155:8453', owed: '2000000', accepted: 1_795_368_595_000 },
      whatToDo: 'Look.',
      commands: ['interline status rt_1'],
    };

    showEntry(
      {
        isJson: false,
        line: (text) => void lines.push(text),
        step: () => undefined,
        result: () => undefined,
      },
      entry,
      { of: (units, chain, token) => `${units}/${chain}/${token}`, coin: (wei) => wei },
    );

    expect(lines).to.deep.equal([
      'route rt_1: REFUND_HELD since 2026-11-22T17:29:55.497Z',
      '    from: 2000000/8453/USDC on eip155:8453',
      '    owed: 2000000/8453/USDC',
      '    accepted: 2026-11-22T17:29:55.000Z',
      '  Look.',
      '  $ interline status rt_1',
    ]);
  });
});
