import type { Desk } from '@interline/client';
import { expect } from 'chai';
import { deskFindings } from './examine-desk.ts';

const entry: Desk['entries'][number] = {
  kind: 'liability',
  subject: 'route rt_1',
  state: 'REFUND_HELD',
  since: 1,
  shows: {},
  whatToDo: 'Refund it.',
  commands: [],
  orders: [],
};

describe('what the doctor says of the desk', () => {
  it('fails for a stopped account, by its name, its chain and where to look', () => {
    const subject = 'account float on 42161';

    const findings = deskFindings({
      entries: [{ ...entry, kind: 'account', subject, state: 'store-behind' }],
      more: 0,
    });

    expect(findings).to.deep.equal([
      {
        part: 'account',
        ok: false,
        says: 'account float on 42161 is stopped (store-behind): every transfer to or from its chain is refused; see interline desk',
      },
      { part: 'desk', ok: true, says: 'nothing waits for a person' },
    ]);
  });

  it('fails for an account without coin, with the routes that wait and where to send it', () => {
    const findings = deskFindings({
      entries: [
        {
          ...entry,
          kind: 'gas',
          subject: 'the float on 42161',
          state: 'has no coin for gas',
          whatToDo: '2 routes wait there; send coin to 0xf1.',
        },
      ],
      more: 0,
    });

    expect(findings).to.deep.equal([
      { part: 'accounts', ok: true, says: 'none is stopped' },
      {
        part: 'gas',
        ok: false,
        says: 'the float on 42161 has no coin for gas: 2 routes wait there; send coin to 0xf1.',
      },
      { part: 'desk', ok: true, says: 'nothing waits for a person' },
    ]);
  });

  it('fails for a log that has lost leaves, with the order that begins it again', () => {
    const findings = deskFindings({
      entries: [
        {
          ...entry,
          kind: 'log',
          subject: 'log lane-keys',
          state: 'LEAVES_LOST',
          whatToDo: 'It has lost leaves.',
          commands: ['interline operator begin-log lane-keys --reason "<why>"'],
          orders: [],
        },
      ],
      more: 0,
    });

    expect(findings).to.deep.equal([
      { part: 'accounts', ok: true, says: 'none is stopped' },
      {
        part: 'log',
        ok: false,
        says: 'log lane-keys: It has lost leaves. interline operator begin-log lane-keys --reason "<why>"',
      },
      { part: 'desk', ok: true, says: 'nothing waits for a person' },
    ]);
  });

  it('warns of held refunds and all else that waits, with how many, those left off included', () => {
    expect(deskFindings({ entries: [entry], more: 0 })[1]).to.deep.equal({
      part: 'desk',
      ok: true,
      isWarning: true,
      says: '1 entry waits for a person; see interline desk',
    });
    expect(deskFindings({ entries: [entry], more: 2 })[1]?.says).to.equal(
      '3 entries wait for a person; see interline desk',
    );
    expect(deskFindings({ entries: [], more: 0 })).to.deep.equal([
      { part: 'accounts', ok: true, says: 'none is stopped' },
      { part: 'desk', ok: true, says: 'nothing waits for a person' },
    ]);
  });
});
