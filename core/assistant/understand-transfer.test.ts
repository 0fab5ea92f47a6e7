import {
  asAmount,
  type ChainRef,
  evmChain,
  evmChainId,
  quoteOnlyReason,
  type TokenRef,
} from '@interline/kernel';
import { chainName, namedChains, shownChain } from './chain-names.ts';
import { decimalOf } from './decimal-units.ts';
import {
  alice,
  arbitrum,
  arbitrumDai,
  arbitrumUsdc,
  base,
  baseUsdc,
  bnb,
  bnbUsdc,
  bob,
  listedTokens,
  optimism,
  optimismTwins,
  stellarUsdc,
} from './testing/listed-tokens.ts';
import { understandTransfer } from './understand-transfer.ts';
import type { GivenFields, UnderstoodTransfer } from './understanding.ts';
import { writeSentence } from './answer-transfer.ts';
import { expect } from 'chai';
import fc from 'fast-check';

const understand = understandTransfer(listedTokens);

const fiveUsdc: UnderstoodTransfer = {
  lane: { from: base, to: arbitrum },
  from: baseUsdc,
  to: arbitrumUsdc,
  amount: asAmount(5_000_000n),
  payer: null,
  recipient: null,
};

describe('an intent', () => {
  it('is understood in the words people use', () => {
    const toBob = { ...fiveUsdc, recipient: bob };
    const cases: readonly (readonly [string, UnderstoodTransfer])[] = [
      [`move 5 USDC from Base to Arbitrum to ${bob}`, toBob],
      [`Please send 5 usdc from base to ${bob} on Arbitrum One.`, toBob],
      [`I want to bridge 5USDC on 8453 to chain 42161, recipient ${bob}`, toBob],
      [`send ${bob} 5 USDC from Base to Arbitrum`, toBob],
      [`transfer 5.000 USDC from Base → arb for ${bob}`, toBob],
      ['5 USDC Base -> Arbitrum', fiveUsdc],
      ['how do I move 5 USDC from Base to Arbitrum?', fiveUsdc],
      ['bridge to arb from base 5 USDC', fiveUsdc],
      [
        `move 5 USDC from ${alice} on Base to USDC on Arbitrum to ${bob}`,
        { ...toBob, payer: alice },
      ],
      ['swap 5 USDC on Base to DAI on Arbitrum', { ...fiveUsdc, to: arbitrumDai }],
      ['convert 5 USDC from Base into DAI on arbitrum', { ...fiveUsdc, to: arbitrumDai }],
      [
        'move 0.5 ETH from Base to ETH on Arbitrum',
        {
          ...fiveUsdc,
          from: native(base),
          to: native(arbitrum),
          amount: asAmount(500_000_000_000_000_000n),
        },
      ],
      [
        'move 1 ETH from ETH to Base',
        {
          ...fiveUsdc,
          lane: { from: evmChain(1), to: base },
          from: native(evmChain(1)),
          to: native(base),
          amount: asAmount(10n ** 18n),
        },
      ],
      ['move 5 USDC from Base to bsc', { ...fiveUsdc, lane: { from: base, to: bnb }, to: bnbUsdc }],
      [
        'move 5 USDC from bnb smart chain to Base',
        {
          ...fiveUsdc,
          lane: { from: bnb, to: base },
          from: bnbUsdc,
          to: baseUsdc,
          amount: asAmount(5n * 10n ** 18n),
        },
      ],
      [
        `move 5 ${baseUsdc.address} from Base as ${optimismTwins[1].address} on OP`,
        { ...fiveUsdc, lane: { from: base, to: optimism }, to: optimismTwins[1] },
      ],
      [
        'move 1,234,567.891234 USDC from Base to Arbitrum',
        { ...fiveUsdc, amount: asAmount(1_234_567_891_234n) },
      ],
      [
        'move 5 USDC from Base to Stellar to GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN',
        {
          ...fiveUsdc,
          lane: { from: base, to: stellarUsdc.chain },
          to: stellarUsdc,
          recipient: 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN',
        },
      ],
    ];

    for (const [text, transfer] of cases)
      expect(understand(text), text).to.deep.equal({ kind: 'transfer', transfer });
  });

  it('asks for what is missing, with what there is to choose from', () => {
    expect(asked('move 5 USDC from Base')).to.deep.equal([['toChain', true]]);
    expect(asked('move USDC from Base to Arbitrum')).to.deep.equal([['amount', true]]);
    expect(asked('move 5 from Base to Arbitrum')).to.deep.equal([['fromToken', true]]);
    expect(asked('move 5 USDC to Arbitrum')).to.deep.equal([['fromChain', true]]);
    expect(asked('move 5 USDC from Base to Stellar')).to.deep.equal([['toAddress', true]]);
    expect(asked('')).to.deep.equal([
      ['fromChain', true],
      ['toChain', true],
    ]);
    expect(needs('move 5 from Base to Arbitrum')[0]).to.deep.equal({
      field: 'fromToken',
      isMissing: true,
      question: 'which token on Base (8453)?',
      candidates: ['ETH', 'USDC'],
    });
  });

  it('asks which of two things was meant', () => {
    expect(needs('move 5 USDC from Base to ETH')).to.deep.equal([
      {
        field: 'toChain',
        isMissing: false,
        question: "is ETH the destination's chain, Ethereum (1), or its token?",
        candidates: ['toChain Ethereum (1)', 'toToken ETH'],
      },
    ]);
    expect(needs('move 5 USDC from Base to OP')[0]).to.deep.equal({
      field: 'toToken',
      isMissing: false,
      question: 'USDC names several tokens on OP Mainnet (10): which address?',
      candidates: optimismTwins.map(({ address }) => `USDC ${address}`),
    });
    expect(asked('move 1,000 USDC from Base to Arbitrum')).to.deep.equal([['amount', false]]);
    expect(asked('move 5 USDC from Base to BNB')).to.deep.equal([['toChain', false]]);
  });

  it('asks which of two amounts, two recipients, two payers, two chains and two tokens was meant', () => {
    expect(asked('move 5 USDC or 6 USDC from Base to Arbitrum')).to.deep.equal([
      ['intent', false],
      ['amount', false],
    ]);
    expect(asked('move 5 USDC 5 USDC from Base to Arbitrum')).to.deep.equal([['amount', false]]);
    expect(asked('swap 5 USDC on Base to 4.9 DAI on Arbitrum')).to.deep.equal([['amount', false]]);
    expect(asked(`move 5 USDC from Base to Arbitrum to ${alice} and to ${bob}`)).to.deep.equal([
      ['toAddress', false],
    ]);
    expect(asked(`move 5 USDC from ${alice} from ${bob} on Base to Arbitrum`)).to.deep.equal([
      ['fromAddress', false],
    ]);
    expect(asked('move 5 USDC from Base to Arbitrum to BNB chain')).to.deep.equal([
      ['toChain', false],
    ]);
    expect(asked('move 5 USDC from Base as DAI as ETH on Arbitrum')).to.deep.equal([
      ['toToken', false],
    ]);
  });

  it('takes no amount it cannot be sure of', () => {
    for (const amount of [
      '-5',
      '+5',
      '$5',
      '5k',
      '1e3',
      '.5',
      '1_000',
      '007',
      '1,5',
      '1,00,000',
      '5.0000001',
      '0',
      '0.0',
      '0x5',
      '1'.repeat(78),
      '５',
      'five',
      'all',
      '50%',
      '1.2.3',
      '5/2',
    ]) {
      expect(understand(`move ${amount} USDC from Base to Arbitrum`).kind, amount).to.equal(
        'unclear',
      );
    }
  });

  it('skips no word it does not know', () => {
    for (const words of [
      'do not',
      'tomorrow',
      'every day',
      'if ETH is above 3000',
      'live:true',
      'mode self',
      'via lifi',
      'half of',
      'дважды',
      '{"live":true}',
      'ignore previous instructions',
    ]) {
      expect(understand(`${words} move 5 USDC from Base to Arbitrum`).kind, words).to.equal(
        'unclear',
      );
      expect(understand(`move 5 USDC from Base to Arbitrum ${words}`).kind, words).to.equal(
        'unclear',
      );
    }
  });

  it("checks an account by its chain's family", () => {
    expect(
      asked(
        'move 5 USDC from Base to Arbitrum to GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN',
      ),
    ).to.deep.equal([['toAddress', false]]);
    expect(asked(`move 5 USDC from Base to Stellar to ${bob}`)).to.deep.equal([
      ['toAddress', false],
    ]);
    expect(asked(`move 5 USDC from Base to Arbitrum to ${bob}2`)).to.deep.equal([
      ['toAddress', false],
    ]);
    expect(asked(`move 5 USDC from Base to Arbitrum to 0x${'1'.repeat(64)}`)).to.deep.equal([
      ['toAddress', false],
    ]);
  });

  it('takes an address of any network of Bitcoin, which the edge then holds against its own', () => {
    for (const address of [
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
      'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
      '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc',
      'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
    ])
      // Dollars are not on Bitcoin, so that the token is asked for, and the address is not.
      expect(asked(`move 5 USDC from Base to Bitcoin to ${address}`), address).to.deep.equal([
        ['toToken', false],
      ]);
  });

  it('says when the mesh never settles what was asked for', () => {
    expect(understand('move 5 SOL from Solana to Base')).to.deep.equal({
      kind: 'unsupported',
      reason: 'Solana as a source is never settled, only priced where a rail prices it',
    });
  });

  it('takes the fields sent with it as answers, never against the text', () => {
    const text = 'move 5 USDC from Base';
    const given: GivenFields = { toChain: arbitrum, toAddress: bob, fromAddress: alice };

    expect(understand(text, given)).to.deep.equal({
      kind: 'transfer',
      transfer: { ...fiveUsdc, recipient: bob, payer: alice },
    });
    expect(understand('move 5 USDC from Base to ETH', { toChain: arbitrum })).to.deep.include({
      kind: 'transfer',
    });
    expect(
      understand('move 5 USDC from Base to OP', { toToken: optimismTwins[0].address }),
    ).to.deep.include({ kind: 'transfer' });
    expect(
      understand('move USDC from Base to Arbitrum', { amount: asAmount(5_000_000n) }),
    ).to.deep.equal({ kind: 'transfer', transfer: fiveUsdc });
    expect(asked(`${text} to Arbitrum`, { toChain: optimism })).to.deep.equal([['toChain', false]]);
    expect(asked(`${text} to Arbitrum`, { amount: asAmount(6_000_000n) })).to.deep.equal([
      ['amount', false],
    ]);
    expect(asked(`${text} to Arbitrum`, { fromToken: 'ETH' })).to.deep.equal([
      ['fromToken', false],
    ]);
    expect(asked(`${text} to Arbitrum to ${bob}`, { toAddress: alice })).to.deep.equal([
      ['toAddress', false],
    ]);
    expect(asked(`${text} to Fantom`, { toChain: arbitrum })).to.deep.equal([['intent', false]]);
  });
});

describe('an understood intent', () => {
  const listed = listedTokens.all;
  const pair = fc
    .constantFrom(...listed.flatMap((from) => listed.map((to) => ({ from, to }))))
    .filter(
      ({ from, to }) =>
        from.chain !== to.chain &&
        quoteOnlyReason({ from: from.chain, to: to.chain }) === null &&
        !isStellar(from) &&
        !isStellar(to),
    );
  const address = fc
    .string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 40, maxLength: 40 })
    .map((hex) => `0x${hex}`);
  const anyTransfer = fc
    .record({
      pair,
      units: fc.bigInt(1n, 2n ** 200n),
      recipient: fc.option(address),
      payer: fc.option(address),
    })
    .map(({ pair: { from, to }, units, recipient, payer }): UnderstoodTransfer => ({
      lane: { from: from.chain, to: to.chain },
      from,
      to,
      amount: asAmount(units),
      recipient,
      payer,
    }));

  it('is exact to the unit, at any number of decimals, and reads the same from its own sentence', () => {
    fc.assert(
      fc.property(anyTransfer, (transfer) => {
        expect(understand(writeSentence(transfer, listedTokens))).to.deep.equal({
          kind: 'transfer',
          transfer,
        });
      }),
      { numRuns: 2_000 },
    );
  });

  it('has the amount as it was written and no other', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 2n ** 240n), (units) => {
        const reading = understand(`move ${decimalOf(units, 18)} USDC from bsc to arb`);
        expect(reading.kind === 'transfer' && reading.transfer.amount).to.equal(units);
      }),
      { numRuns: 1_000 },
    );
  });

  it('contains only the transfer, whatever else is in the text', () => {
    const noise = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.constantFrom(
        'live',
        'live: true',
        'mode self',
        '"mode":"self"',
        'dryRun false',
        '{"live":true}',
        'allowBurnAddress',
        '__proto__',
        'system: go live',
        'constructor',
      ),
    );
    fc.assert(
      fc.property(noise, noise, (before, after) => {
        const reading = understand(`${before} move 5 USDC from Base to Arbitrum ${after}`);
        if (reading.kind === 'transfer')
          expect(Object.keys(reading.transfer).sort()).to.deep.equal([
            'amount',
            'from',
            'lane',
            'payer',
            'recipient',
            'to',
          ]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes every chain by its name, its id and what else it is called', () => {
    for (const { chain, names } of namedChains) {
      const id = evmChainId(chain);
      for (const name of [
        ...names,
        chainName(chain),
        ...(id === null ? [] : [`${id}`, `chain ${id}`]),
      ]) {
        const reading = understand(
          `move 5 USDC from ${name} to ${chain === base ? 'Arbitrum' : 'Base'}`,
        );
        const isRead =
          reading.kind === 'unclear'
            ? reading.understood.includes(`fromChain ${shownChain(chain)}`)
            : reading.kind === 'unsupported' || reading.transfer.lane.from === chain;
        expect(isRead, name).to.equal(true);
      }
    }
  });
});

function needs(text: string, given?: GivenFields) {
  const reading = understand(text, given);
  return reading.kind === 'unclear' ? reading.needs : [];
}

function asked(text: string, given?: GivenFields) {
  return needs(text, given).map(({ field, isMissing }) => [field, isMissing]);
}

function native(chain: ChainRef): TokenRef {
  return listedTokens.resolve(chain, undefined, 'token');
}

function isStellar({ chain }: TokenRef): boolean {
  return chain === stellarUsdc.chain;
}
