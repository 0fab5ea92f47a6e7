import { RelayError } from '@interline/kernel';
import type { Log, OutboundHttp, OutboundRequest, OutboundResponse } from '@interline/ports';
import { openAiPhrasing } from './openai-phrasing.ts';
import { expect } from 'chai';

const { signal } = new AbortController();

describe('phrasing by an OpenAI-compatible endpoint', () => {
  it("asks with the facts and the key, and takes the first choice's text", async () => {
    const { port, asked } = phrasing({
      status: 200,
      body: '{"choices":[{"message":{"content":" The fee is 8 bps. "}}]}',
    });

    const text = await port.phrase(
      'What is the "fee"?',
      ['The fee is 8 bps.', 'A second fact.'],
      signal,
    );

    const [request] = asked;
    const body = JSON.parse(request?.body ?? '') as {
      model: string;
      messages: { role: string; content: string }[];
    }; // CAST: what was just written.
    expect([text, request?.url, request?.headers?.['authorization']]).to.deep.equal([
      'The fee is 8 bps.',
      'https://models.example/v1/chat/completions',
      'Bearer canary-key',
    ]);
    expect([body.model, body.messages.map(({ role }) => role)]).to.deep.equal([
      'small',
      ['system', 'user'],
    ]);
    expect(body.messages[1]?.content).to.equal(
      'Facts:\n1. The fee is 8 bps.\n2. A second fact.\n\nQuestion: "What is the \\"fee\\"?"',
    );
  });

  it('says nothing if the endpoint refuses, answers something else, or fails, and logs no word of it', async () => {
    const answers = [
      { status: 500, body: 'canary-key' },
      { status: 200, body: '<html>canary</html>' },
      { status: 200, body: '{"choices":[]}' },
      { status: 200, body: '{"choices":[{"message":{"content":7}}]}' },
      { status: 200, body: 'null' },
      new RelayError('RAIL_TIMEOUT', {}, 'canary'),
    ];
    for (const answer of answers) {
      const { port, lines } = phrasing(answer);

      expect(await port.phrase('q', ['f'], signal)).to.equal(null);
      expect([lines.length, JSON.stringify(lines).includes('canary')]).to.deep.equal([1, false]);
    }
  });

  it('is not paid for by the operator as often as strangers like: at most eight are under way, and there is room again after them', async () => {
    const answer = { status: 200, body: '{"choices":[{"message":{"content":"Yes."}}]}' };
    const { port, asked } = phrasing(answer);

    const many = await Promise.all(
      Array.from({ length: 20 }, async () => port.phrase('q', ['f'], signal)),
    );
    const later = await port.phrase('q', ['f'], signal);

    expect([
      many.filter((text) => text === 'Yes.').length,
      many.filter((text) => text === null).length,
      later,
      asked.length,
    ]).to.deep.equal([8, 12, 'Yes.', 9]);
  });
});

function phrasing(answer: Omit<OutboundResponse, 'headers'> | Error) {
  const asked: OutboundRequest[] = [];
  const lines: unknown[] = [];
  const http: OutboundHttp = {
    async request(request) {
      asked.push(request);
      if (answer instanceof Error) throw answer;
      return { ...answer, headers: {} };
    },
  };
  const keep = (...line: unknown[]): void => {
    lines.push(line);
  };
  const log: Log = { debug: keep, info: keep, warn: keep, error: keep, child: () => log };
  const port = openAiPhrasing({
    http,
    log,
    baseUrl: 'https://models.example/v1/',
    model: 'small',
    apiKey: 'canary-key',
  });
  return { port, asked, lines };
}
