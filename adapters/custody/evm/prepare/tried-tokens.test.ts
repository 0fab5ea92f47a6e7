import { evmAddress } from '@interline/kernel';
import { expect } from 'chai';
import { TriedTokens } from './tried-tokens.ts';

describe('a token of which a payment was tried on a second node', () => {
  it('is not tried again for an hour, and no other is taken for it', () => {
    let nowMs = 5;
    const tokens = new TriedTokens({ monotonic: () => nowMs });
    const one = evmAddress(`0x${'11'.repeat(20)}`);
    const other = evmAddress(`0x${'22'.repeat(20)}`);
    const before = tokens.has(one);

    tokens.add(one);
    nowMs = 3_600_004;
    const withinTheHour = [tokens.has(one), tokens.has(other)];
    nowMs = 3_600_005;

    expect([before, ...withinTheHour, tokens.has(one)]).to.deep.equal([false, true, false, false]);
  });
});
