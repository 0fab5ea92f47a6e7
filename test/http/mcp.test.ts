import { memoryRateLimiter } from '@interline/adapters/rate-limiter';
import { endpoints } from '@interline/http';
import { recipient, sampleKey, samplePass } from '@interline/http/testing';
import { expect } from 'chai';
import { foreignClients, type McpClient } from './mcp-clients.ts';
import { type Service, startService } from './start-service.ts';

const lane = { fromChain: 8453, toChain: 42161, amount: '25000000', token: 'USDC' };
const rehearsal = { ...lane, toAddress: recipient, dryRun: true };
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'a test', version: '1' },
};
const listTools = { jsonrpc: '2.0', id: 7, method: 'tools/list' };
const quoteCall = {
  jsonrpc: '2.0',
  id: 8,
  method: 'tools/call',
  params: { name: 'quote', arguments: lane, _meta: envelope },
};
const quoteHeaders = {
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'quote',
};

interface Raw {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

async function send(
  { url }: Pick<Service, 'url'>,
  message: unknown,
  headers: Record<string, string> = {},
): Promise<Raw> {
  const response = await fetch(`${url}/api/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(message),
  });
  const text = await response.text();
  // CAST: what was sent is read as it is.
  const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, text, body };
}

const codeOf = ({ body }: Raw): unknown =>
  // CAST: an error of JSON-RPC, or none.
  (body['error'] as { readonly code?: number } | undefined)?.code;

for (const { revision, open } of foreignClients)
  describe(`a client of MCP ${revision}`, () => {
    let service: Service;
    let client: McpClient;
    let nowMs: number;
    beforeEach(async () => {
      nowMs = 0;
      const clock = { now: () => nowMs, monotonic: () => nowMs };
      service = await startService({ rateLimiter: memoryRateLimiter(clock), clock });
      client = await open(service.url);
    });
    afterEach(async () => {
      await client.close();
      await service.close();
    });

    it('agrees on its own revision, and lists the tools in the order of the table', async () => {
      const tools = await client.listTools();

      expect(client.revision).to.equal(revision);
      expect(tools.map(({ name }) => name)).to.deep.equal([
        'chains',
        'quote',
        'compare',
        'solve',
        'prepare',
        'preflight',
        'execute',
        'status',
        'refund_address',
        'receipt',
        'sponsor_prepare',
        'sponsor_execute',
        'ask',
        'errors',
      ]);
      expect(
        tools
          // CAST: the hints of MCP.
          .filter(({ annotations }) => !(annotations as { readOnlyHint: boolean }).readOnlyHint)
          .map(({ name }) => name),
      ).to.deep.equal(['execute', 'refund_address', 'sponsor_execute']);
    });

    it('reads the same as by HTTP', async () => {
      const { body: quoted } = await service.post('/api/route/quote', lane);
      const { body: chains } = await service.get('/api/route/chains');
      const { body: errors } = await service.get('/api/errors');

      const reply = await client.call('quote', lane);

      expect([reply.isError, reply.body]).to.deep.equal([false, quoted]);
      expect((await client.call('chains', {})).body).to.deep.equal(chains);
      expect((await client.call('errors', {})).body).to.deep.equal(errors);
      expect((await client.call('ask', { question: 'What does NO_ROUTE mean?' })).isError).to.equal(
        false,
      );
    });

    it('gets a refusal as a result, with the body of the catalogue', async () => {
      const { requestId: _theirs, ...wanted } = (await service.post('/api/route/quote', {})).body;

      const { isError, body } = await client.call('quote', {});
      const { requestId, ...refusal } = body;

      expect([isError, refusal]).to.deep.equal([true, wanted]);
      expect(requestId).to.match(/^[0-9a-f]{32}$/);
      expect((await client.call('status', { id: 'rt_1', wait: '99' })).body['errorCode']).to.equal(
        'BAD_REQUEST',
      );
    });

    it('is counted in the very limit that the row has, whichever way it asks', async () => {
      for (let n = 0; n < 20; n += 1) await client.call('quote', lane);
      for (let n = 0; n < 20; n += 1) await service.post('/api/route/quote', lane);

      const { isError, body } = await client.call('quote', lane);
      const { status } = await service.post('/api/route/quote', lane);

      expect([isError, body['errorCode'], status]).to.deep.equal([true, 'RATE_LIMITED', 429]);
      expect((await client.call('chains', {})).isError).to.equal(false);
    });

    it('goes past a limit with a pass out of _meta, once, and its request has no key', async () => {
      const keyed = await open(service.url, { 'x-svc-key': sampleKey });
      for (let n = 0; n < 80; n += 1) await client.call('quote', lane);
      service.deps.asked.keyUse.length = 0;

      const paid = await keyed.call('quote', lane, { 'svc/pass': samplePass(1) });
      const spent = await keyed.call(
        'quote',
        { ...lane, amount: '1' },
        { 'svc/pass': samplePass(1) },
      );
      const wrong = await keyed.call('quote', lane, { 'svc/pass': 17 });
      await keyed.close();

      expect([paid.isError, paid.body['errorCode']]).to.deep.equal([false, undefined]);
      expect([spent.isError, spent.body['errorCode']]).to.deep.equal([true, 'PASS_SPENT']);
      expect([wrong.isError, wrong.body['errorCode']]).to.deep.equal([true, 'BAD_REQUEST']);
      expect(service.deps.asked.keyUse).to.deep.equal([]);
    });

    it('has the raised limit of its key', async () => {
      const keyed = await open(service.url, { 'x-svc-key': sampleKey });
      for (let n = 0; n < 41; n += 1)
        expect((await keyed.call('quote', lane)).isError, String(n)).to.equal(false);
      await keyed.close();
    });

    it('is not the operator, whatever token it shows', async () => {
      const token = service.deps.operators[0]?.token ?? '';
      const bold = await open(service.url, { authorization: `Bearer ${token}` });

      await bold.call('execute', { ...lane, toAddress: recipient, mode: 'self', live: true });
      await bold.close();

      expect(service.deps.asked.executes.map(({ isOperator }) => isOperator)).to.deep.equal([
        false,
      ]);
    });

    it('rehearses, and plays a route in the sandbox, without a signature', async () => {
      expect((await client.call('execute', rehearsal)).body['status']).to.equal('DRY');

      const player = await open(service.url, { 'x-svc-sandbox': '1' });
      await player.call('execute', { ...lane, toAddress: recipient, mode: 'permit2' });
      await player.close();

      expect(service.deps.asked.executes.at(-1)?.sandbox).to.equal('done');
    });

    it('names its transfer by an Idempotency-Key out of _meta', async () => {
      await client.call('execute', rehearsal, { 'svc/idempotency-key': 'mine' });

      expect(service.deps.asked.executes.at(-1)?.idempotency).not.to.equal(null);
    });
  });

describe('MCP at /api/mcp', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(async () => service.close());

  it('needs no session: a list and a call are answered without one', async () => {
    const list = await send(service, listTools);
    const call = await send(service, quoteCall, quoteHeaders);

    expect([list.status, call.status]).to.deep.equal([200, 200]);
    expect(list.headers.get('mcp-session-id')).to.equal(null);
    expect(list.headers.get('content-type')).to.equal('application/json; charset=utf-8');
    expect(
      (await send(service, { jsonrpc: '2.0', method: 'notifications/initialized' })).status,
    ).to.equal(202);
  });

  it('shows clients of 2026-07-28 how long its list may be kept, and that a result is complete', async () => {
    const { body } = await send(
      service,
      { ...listTools, params: { _meta: envelope } },
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' },
    );

    expect(body['result']).to.deep.include({
      ttlMs: 300_000,
      cacheScope: 'public',
      resultType: 'complete',
    });
  });

  it('refuses with HeaderMismatch a header that differs from the body', async () => {
    const { 'mcp-name': _name, ...nameless } = quoteHeaders;
    const { 'mcp-method': _method, ...methodless } = quoteHeaders;
    const { 'mcp-protocol-version': _version, ...versionless } = quoteHeaders;
    for (const headers of [
      { ...quoteHeaders, 'mcp-name': 'execute' },
      { ...quoteHeaders, 'mcp-method': 'tools/list' },
      { ...quoteHeaders, 'mcp-protocol-version': '2025-11-25' },
      nameless,
      methodless,
      versionless,
    ]) {
      const reply = await send(service, quoteCall, headers);
      expect([reply.status, codeOf(reply)], JSON.stringify(headers)).to.deep.equal([400, -32_020]);
    }
    expect((await send(service, quoteCall, quoteHeaders)).status).to.equal(200);
  });

  it('also compares name and method for the older revision if they are sent', async () => {
    const elder = { ...quoteCall, params: { name: 'quote', arguments: lane } };
    const wrapped = `=?base64?${Buffer.from('quote').toString('base64')}?=`;

    for (const [name, status] of [
      ['quote', 200],
      [wrapped, 200],
      ['chains', 400],
    ] as const)
      expect((await send(service, elder, { 'mcp-name': name })).status, name).to.equal(status);
    expect((await send(service, elder, { 'mcp-method': 'ping' })).status).to.equal(400);
  });

  it('refuses unsupported revisions, batches, unknown methods and unknown tools', async () => {
    const meta = { ...envelope, 'io.modelcontextprotocol/protocolVersion': '2027-01-01' };
    const future = { ...quoteCall, params: { ...quoteCall.params, _meta: meta } };
    const unknown = { ...quoteCall, method: 'tools/sell' };
    const stranger = { ...quoteCall, params: { ...quoteCall.params, name: 'sell' } };

    const elder = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];
    const served = ['2026-07-28', ...elder];

    const replies = [
      await send(service, future, { ...quoteHeaders, 'mcp-protocol-version': '2027-01-01' }),
      await send(service, listTools, { 'mcp-protocol-version': '1999-01-01' }),
      await send(service, [listTools]),
      await send(service, unknown, { ...quoteHeaders, 'mcp-method': 'tools/sell' }),
      await send(service, { ...listTools, method: 'subscriptions/listen' }),
      await send(service, stranger, { ...quoteHeaders, 'mcp-name': 'sell' }),
    ];

    expect(replies.map(({ status }) => status)).to.deep.equal([400, 400, 400, 404, 404, 200]);
    expect(replies.map(codeOf).slice(3)).to.deep.equal([-32_601, -32_601, -32_602]);
    expect(replies[1]?.body).to.deep.equal({
      jsonrpc: '2.0',
      id: 7,
      error: {
        code: -32_022,
        message: `MCP 1999-01-01 is not served; served are ${served.join(', ')}`,
        data: { supported: served, requested: '1999-01-01' },
      },
    });
  });

  it('answers no GET and no DELETE, which sessions had', async () => {
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(`${service.url}/api/mcp`, { method });
      expect([response.status, response.headers.get('allow')]).to.deep.equal([405, 'POST']);
    }
  });

  it('answers no page of an origin that is not configured, and no page at all if none is', async () => {
    const app = 'https://app.example';
    const kept = await startService({ executeOrigins: [app] });
    const statuses = await Promise.all([
      send(service, listTools, { origin: app }),
      send(kept, listTools, { origin: 'https://other.example' }),
      send(kept, quoteCall, { ...quoteHeaders, origin: app }),
      send(kept, listTools),
    ]);
    await kept.close();

    expect(statuses.map(({ status }) => status)).to.deep.equal([403, 403, 200, 200]);
    expect(statuses[0]?.body['errorCode']).to.equal('ORIGIN_NOT_ALLOWED');
    expect(statuses[0]?.headers.get('access-control-allow-origin')).to.equal(null);
  });

  it('has a separate limit for requests that are not tool calls', async () => {
    const few = await startService({
      limits: { scale: 1 / 600, keyFactor: 2 },
      rateLimiter: memoryRateLimiter({ monotonic: () => 0, now: () => 0 }),
    });
    const statuses = [(await send(few, listTools)).status, (await send(few, listTools)).status];
    await few.close();

    expect(statuses).to.deep.equal([200, 429]);
  });
});

describe('a tool', () => {
  it('asks for what its row asks for, except for a pass, and has no choice at its top', async () => {
    const service = await startService();
    const { body } = await send(service, listTools);
    await service.close();
    // CAST: as the clients above read it.
    const { tools } = body['result'] as {
      readonly tools: readonly {
        readonly name: string;
        readonly description: string;
        readonly inputSchema: Record<string, object>;
      }[];
    };

    for (const { name, description, inputSchema } of tools) {
      const row = endpoints.find(({ tool }) => tool?.name === name);
      const shape = row?.request.body?.shape ?? row?.request.query?.shape ?? {};
      const wanted = Object.keys(shape).filter((field) => field !== 'pass');
      expect(Object.keys(inputSchema['properties'] ?? {}), name).to.deep.equal(wanted);
      expect(inputSchema['type'], name).to.equal('object');
      expect(inputSchema, name).not.to.have.any.keys('anyOf', 'oneOf', 'allOf', '$schema', '$ref');
      expect(description, name).to.match(/^[A-Z].*\.$/s);
      expect(JSON.stringify(inputSchema), name).not.to.match(/private.?key|mnemonic|seed/i);
    }
  });

  it('is offered for no row that needs an operator, a session, or another form than JSON', () => {
    const rows = endpoints.filter(({ tool }) => tool !== undefined);

    for (const { tool, isOperators, session, binary, request } of rows)
      expect([isOperators, session, binary, request.params], tool?.name).to.deep.equal([
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
  });
});
