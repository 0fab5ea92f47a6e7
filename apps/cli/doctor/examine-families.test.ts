import { asAddress, chainRef, TokenList } from '@interline/kernel';
import { type Composed, parts } from '@interline/server';
import { expect } from 'chai';
import { examineFamilies } from './examine-families.ts';

const chain = chainRef('bip122:000000000019d6689c085ae165831e93');
const { signal } = new AbortController();

describe("the doctor's look at a chain that is not an EVM chain", () => {
  it('names what an operator should see to there, even if a node answers', async () => {
    const findings = await examined(async () => ['bitcoin node 0 cannot load its wallet']);

    expect(findings).to.deep.equal([
      { part: 'rpc', ok: true, says: 'bitcoin: a node answers, and its newest block is 60 s old' },
      { part: 'rpc', ok: true, isWarning: true, says: 'bitcoin node 0 cannot load its wallet' },
    ]);
  });

  it('reports that its node does not answer', async () => {
    const findings = await examined(() => Promise.reject(new Error('no node answers')));

    expect(findings.slice(1)).to.deep.equal([
      { part: 'rpc', ok: false, says: 'bitcoin: no node answers' },
    ]);
  });
});

/** Of a chain whose newest block is a minute old, and that serves no token. */
function examined(warnings: () => Promise<readonly string[]>) {
  const held = new Map<unknown, unknown>([
    [parts.clock, { now: () => 60_000 }],
    [parts.tokens, new TokenList([])],
    [parts.custody, { account: () => asAddress('float'), balances: async () => [] }],
  ]);
  // CAST: what the doctor asks of a composed service for such a chain.
  const composed = {
    container: { get: (part: unknown) => held.get(part) },
    funding: [
      {
        ...{ id: 'bitcoin', chain, address: asAddress('float') },
        open: { reader: { headTimeMs: async () => 0 }, warnings },
      },
    ],
  } as unknown as Pick<Composed, 'container' | 'funding'>;
  return examineFamilies(composed, { profile: 'mainnet' }, signal);
}
