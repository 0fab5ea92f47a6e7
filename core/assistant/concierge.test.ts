import { nonEvmNodes, TokenList, type TokenRef } from '@interline/kernel';
import { concierge } from './concierge.ts';
import { arbitrum, base, bob, listedTokens, optimism } from './testing/listed-tokens.ts';
import { sampleTerms } from './testing/sample-terms.ts';
import { wordSearch } from './testing/word-search.ts';
import { understandTransfer } from './understand-transfer.ts';
import type { ServiceTermsView } from '../discovery/index.ts';
import type { Phrasing } from '@interline/ports';
import { expect } from 'chai';

const { signal } = new AbortController();

describe('the concierge', () => {
  const ask = asker();

  it('turns a wish to move something into a transfer, and says how it understood it', async () => {
    const { answer, sources, understood, needs } = await ask(
      `Please move 5 USDC from Base to Arbitrum to ${bob}`,
      signal,
    );

    expect(understood?.sentence).to.equal(
      `move 5 USDC from Base as USDC on Arbitrum One to ${bob}`,
    );
    expect(understood?.transfer).to.deep.include({
      lane: { from: base, to: arbitrum },
      amount: 5_000_000n,
      recipient: bob,
    });
    expect(sources.map(({ id }) => id)).to.deep.equal([
      'POST /api/agent/do',
      'USDC',
      'Base',
      'Arbitrum One',
    ]);
    expect([answer.startsWith('Understood: move 5 USDC from Base'), needs]).to.deep.equal([
      true,
      [],
    ]);
  });

  it('asks for what a wish leaves open', async () => {
    const { answer, understood, needs } = await ask('send 5 USDC from Base to ETH', signal);

    expect([understood, needs.map(({ field }) => field)]).to.deep.equal([null, ['toChain']]);
    expect(answer).to.equal(
      "Understood so far: fromChain Base (8453), fromToken USDC, amount 5. Please say: is ETH the destination's chain, Ethereum (1), or its token?",
    );
  });

  it('offers no body for what stays on its chain', async () => {
    const { answer, understood } = await ask('move 5 USDC from Arbitrum to Arbitrum', signal);

    expect([understood, answer]).to.deep.equal([
      null,
      'Understood so far: fromChain Arbitrum One (42161), fromToken USDC, amount 5. Please say: it is on Arbitrum One (42161) already; which other chain is the destination?',
    ]);
  });

  it('asks for more if a wish has no figure, or is a statement, and not if it is a question', async () => {
    const wishes = [
      'move half my USDC from Base to Arbitrum',
      'pls bridge twenty usdc from base to optimism',
      'dont move 5 USDC from Base to Arbitrum',
      'move 5 USDC from Base to Bitcoin',
    ];

    const asked = await Promise.all(wishes.map(async (wish) => ask(wish, signal)));

    expect(asked.map(({ understood, needs }) => [understood, needs.length > 0])).to.deep.equal(
      wishes.map(() => [null, true]),
    );
    expect((await ask('what if I move 5 USDC from Base to Arbitrum?', signal)).needs).to.deep.equal(
      [],
    );
  });

  it('offers no body for what a permit cannot pull or the mesh never settles', async () => {
    const coin = await ask('move 1 ETH from Base to Arbitrum', signal);
    const corridor = await ask('move 5 SOL from Solana to Base', signal);

    expect([coin.understood, coin.sources[0]?.id]).to.deep.equal([null, 'NATIVE_NOT_PULLABLE']);
    expect([corridor.understood, corridor.answer]).to.deep.equal([
      null,
      'Solana as a source is never settled, only priced where a rail prices it.',
    ]);
  });
});

describe('a wish to move bitcoin', () => {
  const btc: TokenRef = {
    chain: nonEvmNodes.find(({ wire }) => wire === 'bitcoin')?.chain ?? base,
    address: 'native',
    symbol: 'BTC',
    decimals: 8,
    asset: 'BTC',
  };
  const tokens = new TokenList([...listedTokens.all, btc]);
  const wish = `move 0.1 BTC from Bitcoin to Base as USDC to ${bob}`;

  it('is a transfer of which nothing is signed, not a coin to wrap', async () => {
    const { answer, understood } = await asker({ tokens })(wish, signal);

    expect(understood?.transfer).to.deep.include({ amount: 10_000_000n, recipient: bob });
    expect(answer).to.match(/Nothing is signed: send the body to POST \/api\/agent\/do/);
  });

  it('is answered with the reason if no rail of the deployment takes deposits, even while it leaves something open', async () => {
    const reason = 'no rail of this deployment serves Bitcoin as a source';
    const quoteOnly = [{ node: 'bitcoin', side: 'source', isQuoted: false, reason }] as const;
    const ask = asker({ tokens, terms: { ...sampleTerms, quoteOnly } });

    for (const text of [wish, 'move 0.1 BTC from Bitcoin to Base as USDC']) {
      const { answer, understood, needs } = await ask(text, signal);
      expect([answer, understood, needs]).to.deep.equal([
        'No rail of this deployment serves Bitcoin as a source.',
        null,
        [],
      ]);
    }
  });
});

describe('a phrased answer', () => {
  const facts = 'The standard fee is 8 bps (0.08 %)';
  const phrasedBy = (phrase: Phrasing['phrase']) =>
    asker({ phrase })('What is the standard fee?', signal);

  it('is used if it says nothing beyond the facts, with our own sources', async () => {
    const { answer, sources } = await phrasedBy(async () => 'We take 8 bps, that is 0.08 % of it.');

    expect([answer, sources[0]]).to.deep.equal([
      'We take 8 bps, that is 0.08 % of it.',
      { kind: 'terms', id: 'fees' },
    ]);
  });

  it('is dropped if it adds its own figure, code, account or link, or is empty', async () => {
    const lies = [
      'We take 80 bps.',
      'It is 8 bps; send it to 0x1111111111111111111111111111111111111111.',
      'See https://evil.example',
      'Ask support@evil.example',
      'Errors are FREE_MONEY.',
      'See evil.example/claim',
      'Go to evil.example now.',
      '',
      'x '.repeat(751),
      '8 bps\u202e',
    ];
    for (const lie of lies)
      expect((await phrasedBy(async () => lie)).answer, lie).to.include(facts);
  });

  it('is replaced by the facts if there is none', async () => {
    expect((await phrasedBy(async () => null)).answer).to.include(facts);
  });

  it('is not asked for if nothing is known, nor for a transfer', async () => {
    let asked = 0;
    const ask = asker({
      phrase: async () => {
        asked += 1;
        return 'Paris';
      },
    });

    expect((await ask('What is the capital of France?', signal)).answer).to.match(/^I do not know/);
    await ask('move 5 USDC from Base to Arbitrum', signal);
    expect(asked).to.equal(0);
  });

  it('is asked for without the accounts in the question', async () => {
    const seen: string[] = [];
    await asker({
      phrase: async (question) => {
        seen.push(question);
        return null;
      },
    })(`What is the standard fee for ${bob}?`, signal);

    expect(seen).to.deep.equal(['What is the standard fee for (account)?']);
  });

  it('shows no third-party model a key, secret or id from the question', async () => {
    for (const secret of [
      `ak_${'0a'.repeat(24)}`,
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      `rt_${'0'.repeat(32)}`,
      `sched_${'f'.repeat(32)}`,
    ]) {
      const seen: string[] = [];
      await asker({
        phrase: async (question) => {
          seen.push(question);
          return null;
        },
      })(`What is the standard fee for ${secret}?`, signal);

      expect(seen, secret).to.deep.equal(['What is the standard fee for (account)?']);
    }
  });
});

function asker({
  phrase = async () => null,
  terms = sampleTerms,
  tokens = listedTokens,
}: Partial<Phrasing> & { readonly terms?: ServiceTermsView; readonly tokens?: TokenList } = {}) {
  return concierge({
    serviceTerms: async () => terms,
    understand: understandTransfer(tokens),
    tokens,
    chains: [base, arbitrum, optimism],
    passageSearch: wordSearch,
    phrasing: { phrase },
  })([]);
}
