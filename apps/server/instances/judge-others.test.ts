import type { Instance, LiveInstance } from '@interline/ports';
import { expect } from 'chai';
import { judgeOthers } from './judge-others.ts';

describe('a process that joins others on its store', () => {
  const keys = (digit: string) => ({
    'eip155:10 spender': `0x5${digit}`,
    'eip155:10 float': `0xf${digit}`,
    'eip155:8453 spender': `0x5${digit}`,
    'eip155:8453 float': `0xf${digit}`,
  });
  const own: Instance = {
    id: 'host-2',
    role: 'worker',
    version: '1.1.0',
    accounts: [keys('2'), keys('1')],
    parts: { 'chain eip155:10': 'a1', 'policy maxOpenPullsUsd': 'b1', books: 'c1' },
  };
  const other = (differs: Partial<Instance> = {}): LiveInstance => ({
    ...own,
    id: 'host-1',
    role: 'http',
    sinceMs: Date.UTC(2027, 0, 2, 3, 4, 5),
    ...differs,
  });
  const said = (...others: readonly LiveInstance[]): string => {
    try {
      judgeOthers(own, others);
      return 'it may start';
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };

  it('may start next to one that has the same', () => {
    expect(judgeOthers(own, [other()])).to.deep.equal({ versions: [], withFormerKeys: [] });
  });

  it('learns which account differs, in which process, since when, and what to do', () => {
    const float = { 'eip155:10 float': '0xf9', 'eip155:8453 float': '0xf9' };

    expect(
      said(other(), other({ id: 'host-3', accounts: [{ ...keys('2'), ...float }, keys('1')] })),
    ).to.equal(
      'INSTANCES_DIFFER: the http process host-3, on this store since 2027-01-02T03:04:05.000Z, has not the same: ' +
        'the float of eip155:10 and 1 more is 0xf2 here and 0xf9 there. Give this process the same keys and config, ' +
        'or stop the ones that differ first; one that was killed counts as there for 10 seconds more',
    );
  });

  it('learns which parts of the config differ, and on which side one is missing', () => {
    const parts = { 'chain eip155:8453': 'a2', 'policy maxOpenPullsUsd': 'b2', books: 'c1' };

    expect(said(other({ parts }))).to.contain(
      'has not the same: chain eip155:10 (only here); policy maxOpenPullsUsd; chain eip155:8453 (only there). Give',
    );
  });

  it('learns of at most eight parts, and how many more there are', () => {
    const parts = Object.fromEntries(
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) => [`chain eip155:${id}`, 'a'] as const),
    );

    expect(said(other({ parts: { ...own.parts, ...parts } }))).to.contain(
      'chain eip155:8 (only there); 1 more. Give',
    );
  });

  it('may start with rotated keys next to one that still has the former ones, and knows it', () => {
    expect(judgeOthers(own, [other({ accounts: [keys('1')] })])).to.deep.equal({
      versions: [],
      withFormerKeys: ['host-1'],
    });
  });

  it('may not start with keys that are former ones for others', () => {
    expect(said(other({ accounts: [keys('3'), ...own.accounts] }))).to.contain(
      'the float of eip155:10 and 1 more is 0xf2 here and 0xf3 there; the keys here are former ones there. Give',
    );
  });

  it('may not start if others keep former keys that it lacks', () => {
    expect(said(other({ accounts: [...own.accounts, keys('0')] }))).to.contain(
      'former keys (1 pairs here, 2 pairs there)',
    );
  });

  it('compares only the keys with another release, whose figures may be others by themselves', () => {
    const newer = other({ version: '1.2.0', parts: { books: 'c2' } });

    expect(judgeOthers(own, [newer, other()])).to.deep.equal({
      versions: ['1.2.0'],
      withFormerKeys: [],
    });
    expect(said({ ...newer, accounts: [keys('9'), keys('1')] })).to.contain('0x52 here and 0x59');
  });
});
