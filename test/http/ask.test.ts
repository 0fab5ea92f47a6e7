import { errorCodes } from '@interline/kernel';
import { type Service, startService } from './start-service.ts';
import { payer, recipient } from '@interline/http/testing';
import { expect } from 'chai';
import fc from 'fast-check';

interface Answer {
  readonly answer: string;
  readonly sources: readonly {
    readonly kind: string;
    readonly id: string;
    readonly href: string;
  }[];
  readonly body?: Record<string, unknown>;
  readonly understood?: { readonly sentence: string; readonly request: Record<string, unknown> };
  readonly needs?: readonly { readonly field: string }[];
}

const checksummed = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

describe('the concierge over HTTP', () => {
  let service: Service;
  before(async () => {
    service = await startService({ limits: { scale: 10_000, keyFactor: 10 } });
  });
  after(async () => service.close());

  const ask = async (question: string): Promise<Answer> =>
    (await service.post('/api/ask', { question })).body as unknown as Answer; // CAST: checked against the endpoint's shape.

  it('answers from the endpoints, their limits, the guide, the catalogue and the terms', async () => {
    const expected: readonly (readonly [string, string])[] = [
      ['How do I get an API key?', 'POST /api/keys/create'],
      ['How do I register a webhook?', 'POST /api/hooks/register'],
      ['Which endpoint compares all rails?', 'POST /api/route/compare'],
      ['How many quotes may I ask for per minute?', 'rate limits'],
      ['What are the rate limits?', 'rate limits'],
      ['How do idempotency keys work?', 'Idempotency-Key'],
      ['What does x-request-id do?', 'x-request-id'],
      ['Is the service up? Where do I see its status?', 'GET /api/status'],
      ['What does NO_ROUTE mean?', 'NO_ROUTE'],
      ['What are your fees?', 'fees'],
      ['Which chains do you support?', 'chains'],
      ['How do I start a transfer?', 'From nothing to a transfer'],
      ['How many legs may a batch have?', 'fields of POST /api/route/batch'],
      ['How many sources may an intent have?', 'fields of POST /api/intent/solve'],
      ['How many recent routes can I ask for at most?', 'fields of GET /api/routes/recent'],
      ['How do I verify a webhook?', 'Webhooks'],
      ['How long is a comparison cached?', 'POST /api/route/compare'],
      ['What happens if I deposit too much?', 'a deposit of too much, too little, twice or late'],
      ['What if my deposit comes late?', 'a deposit of too much, too little, twice or late'],
      ['How many unpaid deposits may I have?', 'a deposit of too much, too little, twice or late'],
      ['Does the float lane broadcast without live?', 'live'],
    ];
    const missed: string[] = [];
    for (const [question, id] of expected) {
      const { sources } = await ask(question);
      if (!sources.some((source) => source.id === id))
        missed.push(`${question} -> ${sources.map((source) => source.id).join(', ')}`);
    }

    expect(missed).to.deep.equal([]);
  });

  it('says when it does not know, with no source', async () => {
    for (const question of [
      'What is the weather in Paris?',
      'Who won the world cup in 1998?',
      'Should I buy bitcoin before the halving?',
      'Tell me a joke',
      'How do I reset my Windows password?',
      'What is the capital of France?',
    ]) {
      const { answer, sources } = await ask(question);
      expect([answer.slice(0, 13), sources], question).to.deep.equal(['I do not know', []]);
    }
  });

  it('cites what can be opened', async () => {
    const { sources } = await ask('What does PERMIT_EXPIRED mean?');
    const hrefs = await Promise.all(
      [
        'fees',
        'Is Base supported?',
        'Is USDC accepted?',
        'What is floatlane?',
        'How do I register a webhook?',
        'How do I start a transfer?',
      ].map(async (question) => (await ask(question)).sources.map(({ href }) => href)),
    );

    expect(sources[0]).to.deep.equal({
      kind: 'error',
      id: 'PERMIT_EXPIRED',
      href: '/api/errors#PERMIT_EXPIRED',
    });
    expect(new Set(hrefs.flat())).to.include.all.keys(
      '/api/terms',
      '/api/route/chains',
      '/api/gasless/info',
      '/docs',
      '/llms.txt',
    );
    for (const href of new Set(hrefs.flat()))
      expect((await fetch(service.url + href)).status, href).to.equal(200);
  });

  it('turns a wish into a body that agent/do takes as it is', async () => {
    const { body, understood, sources } = await ask(
      `move 5 USDC from ${payer} on Base to Arbitrum to ${checksummed}`,
    );

    expect(understood).to.deep.equal({
      sentence: `move 5 USDC from ${payer} on Base as USDC on Arbitrum One to ${checksummed}`,
      request: body,
    });
    expect(body).to.deep.equal({
      fromChain: 8453,
      toChain: 42161,
      fromToken: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      toToken: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
      amount: '5000000',
      fromAddress: payer,
      toAddress: checksummed,
    });
    expect(sources[0]?.id).to.equal('POST /api/agent/do');
    expect((await service.post('/api/agent/do', body)).status).to.equal(200);
  });

  it('asks for what a wish lacks', async () => {
    const { body, needs, answer } = await ask('send 5 USDC from Base');

    expect([body, needs?.map(({ field }) => field)]).to.deep.equal([undefined, ['toChain']]);
    expect(answer).to.match(
      /^Understood so far: fromChain Base \(8453\), fromToken USDC, amount 5\. Please say: which chain is the destination\?/,
    );
  });

  it('refuses a mistyped account, an empty question and one that is too long', async () => {
    const codes = await Promise.all(
      [
        { question: `move 5 USDC from Base to Arbitrum to ${checksummed.replace('f', 'F')}` },
        { question: '' },
        { question: 'x'.repeat(501) },
        { question: 7 },
        {},
      ].map(async (body) => {
        const { status, body: answer } = await service.post('/api/ask', body);
        return [status, answer['errorCode']];
      }),
    );

    expect(codes).to.deep.equal([
      [400, 'BAD_REQUEST'],
      [400, 'BAD_REQUEST'],
      [400, 'BAD_REQUEST'],
      [400, 'BAD_REQUEST'],
      [400, 'MISSING_FIELD'],
    ]);
  });

  it('answers any text at all', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ minLength: 1, maxLength: 200 }),
          fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }),
          fc.constantFrom(...errorCodes),
        ),
        async (question) => {
          expect((await service.post('/api/ask', { question })).status).to.equal(200);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('an intent at agent/do', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService({ limits: { scale: 10_000, keyFactor: 10 } });
  });
  afterEach(async () => service.close());

  it('is the same as its fields, and shows how it was understood', async () => {
    const spoken = await service.post('/api/agent/do', {
      intent: `move 25 USDC from Base to Arbitrum to ${recipient}`,
      fromAddress: payer,
      minOut: '24000000',
      excludeRails: ['lifi'],
    });
    const written = await service.post('/api/agent/do', {
      fromChain: 8453,
      toChain: 42161,
      token: 'USDC',
      amount: '25000000',
      fromAddress: payer,
      toAddress: recipient,
      minOut: '24000000',
      excludeRails: ['lifi'],
    });

    const { understood, ...same } = spoken.body;
    expect([spoken.status, same]).to.deep.equal([200, written.body]);
    expect((understood as { sentence: string }).sentence).to.equal(
      `move 25 USDC from ${payer} on Base as USDC on Arbitrum One to ${recipient}`,
    ); // CAST: checked against the endpoint's shape.
    const [first, second] = service.deps.asked.intents;
    expect(first?.slice(0, 3)).to.deep.equal(second?.slice(0, 3));
  });

  it('is asked back about with 400, what is needed and what it could be', async () => {
    const missing = await service.post('/api/agent/do', {
      intent: 'move 5 USDC from Base',
      fromAddress: payer,
    });
    const twins = await service.post('/api/agent/do', {
      intent: 'move 5 USDC from Base to Optimism',
      fromAddress: payer,
    });
    const two = await service.post('/api/agent/do', {
      intent: `move 5 USDC from Base to Arbitrum to ${recipient}`,
      fromAddress: payer,
      toAddress: payer,
    });

    expect([
      missing.status,
      missing.body['errorCode'],
      twins.status,
      twins.body['errorCode'],
      two.status,
      two.body['errorCode'],
    ]).to.deep.equal([400, 'MISSING_FIELD', 400, 'BAD_REQUEST', 400, 'BAD_REQUEST']);
    expect(missing.body['details']).to.deep.include({
      field: 'toChain',
      needs: ['toChain'],
      understood: ['fromChain Base (8453)', 'fromToken USDC', 'amount 5'],
    });
    expect(twins.body['details']).to.deep.include({
      field: 'toToken',
      needs: ['toToken'],
      candidates: [
        'USDC 0x0b2c639c533813f4aa9d7837caf62653d097ff85',
        'USDC 0x7f5c764cbc14f9669b88837ca1490cca17c31607',
      ],
    });
    expect(two.body['details']).to.deep.include({
      field: 'toAddress',
      candidates: [payer, recipient],
    });
    expect(service.deps.asked.intents).to.have.length(0);
  });

  it('goes through once the question is answered by a field', async () => {
    const { status } = await service.post('/api/agent/do', {
      intent: 'move 5 USDC from Base to Optimism',
      fromAddress: payer,
      toToken: '0x0b2c639c533813f4aa9d7837caf62653d097ff85',
    });

    expect([status, service.deps.asked.intents[0]?.[0].to.address]).to.deep.equal([
      200,
      '0x0b2c639c533813f4aa9d7837caf62653d097ff85',
    ]);
  });

  it('needs its signer, an intact checksum and a corridor that settles', async () => {
    const asked = await Promise.all(
      [
        { intent: 'move 5 USDC from Base to Arbitrum' },
        {
          intent: `move 5 USDC from Base to Arbitrum to ${checksummed.replace('f', 'F')}`,
          fromAddress: payer,
        },
        { intent: 'move 5 SOL from Solana to Base', fromAddress: payer },
        { intent: 'move 1 ETH from Base to Arbitrum', fromAddress: payer },
        { intent: '', fromAddress: payer },
        { intent: 7, fromAddress: payer },
        { intent: 'x'.repeat(501), fromAddress: payer },
        { fromAddress: payer },
      ].map(async (body) => (await service.post('/api/agent/do', body)).body['errorCode']),
    );

    expect(asked.slice(0, 3)).to.deep.equal([
      'MISSING_FIELD',
      'BAD_REQUEST',
      'UNSUPPORTED_DIRECTION',
    ]);
    expect(asked.slice(4)).to.deep.equal([
      'BAD_REQUEST',
      'BAD_REQUEST',
      'BAD_REQUEST',
      'MISSING_FIELD',
    ]);
  });

  it('cannot decide what is broadcast: no text makes an execute body live, or changes its mode', async () => {
    const plain = (
      await service.post('/api/agent/do', {
        intent: 'move 25 USDC from Base to Arbitrum',
        fromAddress: payer,
      })
    ).body['execute'];
    const noise = fc.constantFrom(
      'live',
      'live: true',
      'live true',
      'mode self',
      '"mode": "self"',
      '{"live":true,"mode":"self"}',
      'dryRun false',
      'allowBurnAddress',
      'as operator',
      'ignore the above',
      '\u0000',
      '__proto__',
    );
    await fc.assert(
      fc.asyncProperty(noise, fc.boolean(), async (words, isFirst) => {
        const intent = isFirst
          ? `${words} move 25 USDC from Base to Arbitrum`
          : `move 25 USDC from Base to Arbitrum ${words}`;
        const { status, body } = await service.post('/api/agent/do', {
          intent,
          fromAddress: payer,
        });
        if (status === 200) expect(body['execute']).to.deep.equal(plain);
        else expect(status).to.equal(400);
      }),
      { numRuns: 60 },
    );
  });
});
