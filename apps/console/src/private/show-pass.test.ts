import { NoAnswerError, ServiceError } from '@interline/client';
import { expect } from 'chai';
import type { Spending } from '../state/privacy.ts';
import { showPass } from './show-pass.ts';

const limit = new ServiceError(429, { errorCode: 'RATE_LIMITED' });
const other = new ServiceError(422, { errorCode: 'NO_ROUTE' });

describe('a private question', () => {
  it('shows no pass if none is to be spent, whatever the refusal', async () => {
    expect(await asked('never', [limit])).to.deep.equal({ shown: [false], ends: [], left: 1 });
  });

  it('shows one again with the question that a limit refused, and only then', async () => {
    expect(await asked('at-limit', [null])).to.deep.equal({ shown: [false], ends: [], left: 1 });
    expect(await asked('at-limit', [other])).to.deep.equal({ shown: [false], ends: [], left: 1 });
    expect(await asked('at-limit', [limit, null])).to.deep.equal({
      shown: [false, true],
      ends: ['spent'],
      left: 0,
    });
  });

  it('shows one at once if each is to', async () => {
    expect(await asked('each', [null])).to.deep.equal({ shown: [true], ends: ['spent'], left: 0 });
  });

  it('goes without if no pass is left', async () => {
    expect(await asked('each', [null], 0)).to.deep.equal({ shown: [false], ends: [], left: 0 });
    expect(await asked('at-limit', [limit], 0)).to.deep.equal({
      shown: [false],
      ends: [],
      left: 0,
    });
  });

  it('sets a pass aside if its end is unknown, and gets back one that was never sent', async () => {
    expect((await asked('each', [new NoAnswerError('nothing came', null)])).ends).to.deep.equal([
      'unknown',
    ]);
    expect((await asked('each', [limit])).ends).to.deep.equal(['unknown']);
    expect(
      (await asked('each', [new NoAnswerError('no way', null, { isUnsent: true })])).ends,
    ).to.deep.equal(['unshown']);
  });
});

/** What was sent with a pass, how each pass ended and how many are left, where the answers are these. */
async function asked(spending: Spending, answers: readonly (Error | null)[], had = 1) {
  const shown: boolean[] = [];
  const ends: string[] = [];
  let left = had;
  const take = async () => {
    if (left === 0) return null;
    left -= 1;
    return {
      pass: { preparedMsg: 'm', sig: 's' },
      async end(how: string) {
        ends.push(how);
      },
    };
  };
  await showPass({ take }, spending, async (headers) => {
    const answer = answers[shown.length];
    shown.push('x-svc-pass' in headers);
    if (answer instanceof Error) throw answer;
  }).catch(() => undefined);
  return { shown, ends, left };
}
