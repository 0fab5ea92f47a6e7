import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { textField } from '@interline/cli';
import { createClient } from '@interline/client';
import { passText, takeTrial } from '@interline/client/passes';
import { privateFetch } from '@interline/client/private';
import type { OutboundRequest } from '@interline/ports';
import { parts } from '@interline/server';
import type { Container } from 'inversify';
import { expect } from 'chai';
import { endOfRoute } from '../support/end-of-route.ts';
import { type EngineHarness, startEngineHarness } from '../support/engine-harness.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { allowLoopbackHooks, type HookEndpoint, hookEndpoint } from '../support/hook-endpoint.ts';
import { mine, resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, type Payer, sign } from '../support/payer.ts';
import {
  type CollectedSpan,
  type TraceCollector,
  traceCollector,
} from '../support/trace-collector.ts';

const parentId = '00f067aa0ba902b7';
const [from, to] = [8453, 42161];

describe('the traces of the money path', () => {
  let collector: TraceCollector;
  let harness: EngineHarness;
  let endpoint: HookEndpoint;
  const outgoing: OutboundRequest[] = [];
  before(async () => {
    collector = await traceCollector();
    endpoint = await hookEndpoint();
    harness = await startEngineHarness({
      include: ['floatlane', 'aggregators'],
      tracing: { url: collector.url, tellsReceivers: true },
      rebind: (container) => {
        allowLoopbackHooks(container);
        noteOutgoing(container, outgoing);
      },
    });
  });
  after(async () => {
    await harness.stop();
    await endpoint.close();
    await collector.close();
  });

  it('show a whole transfer as one trace from the request to the webhook, below its caller', async () => {
    const traceId = 'a0000000000000000000000000000001';
    const payer = await freshPayer(harness, from, 5_000_000n);
    await stopMining(harness.devnet, from);
    const signed = await sign(harness, payer, { from, to, units: 5_000_000n });

    const answer = await post(harness, '/api/route/execute', signed.body, traceId);
    const routeId = textField(answer, 'id');
    await harness.client.post('/api/hooks/register', { routeId, url: `${endpoint.url}/done` });
    await resumeMining(harness.devnet, from);
    await endOfRoute(harness.client, routeId);
    for (const chainId of [from, to]) await mine(harness.devnet, chainId, 64);
    const [told] = await endpoint.until(1);
    await collector.until('a whole trace', (spans) => isWhole(spans.filter(of(traceId))));

    const spans = collector.spans.filter(of(traceId));
    const names = new Set(spans.map(({ name }) => name));
    expect([...names]).to.include.members([
      'POST /api/route/execute',
      'verify',
      'plan',
      'simulate',
      'commit',
      'broadcast',
      'settle pulling',
      'settle payout',
      'seen',
      'final',
      'webhook',
    ]);
    const known = new Set([parentId, ...spans.map(({ spanId }) => spanId)]);
    expect(spans.filter((one) => !known.has(one.parentId ?? ''))).to.deep.equal([]);
    expect(spans.find(({ name }) => name.startsWith('POST'))?.parentId).to.equal(parentId);
    expect(told?.headers['traceparent']).to.match(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
    const units = spans.filter(({ name }) => name === 'commit').map(({ says }) => says['unit']);
    expect(units).to.include('accept-route');
    expect(collector.faults).to.deep.equal([]);
    expectNothingOf(payer, signed.body, [routeId, ...hashesOf(answer)]);
  });

  it('show each engine that was asked for a price in its own span', async () => {
    const traceId = 'a0000000000000000000000000000002';
    const body = {
      fromChain: from,
      toChain: to,
      token: 'USDC',
      amount: '10000000000',
      fromAddress: '0x1111111111111111111111111111111111111111',
    };

    await post(harness, '/api/route/quote', body, traceId);
    await collector.until('a quote', (spans) =>
      spans.some((one) => one.traceId === traceId && one.name.startsWith('POST')),
    );

    const spans = collector.spans.filter(of(traceId));
    const engines = spans.filter(({ name }) => name === 'engine').map(({ says }) => says['engine']);
    expect(engines).to.include.members(['lifi', 'relay', 'across', 'debridge']);
    const byId = new Map(spans.map((one) => [one.spanId, one]));
    expect(outgoing.length).to.be.greaterThan(3);
    expect(outgoing.filter(({ headers }) => tellsTrace(headers))).to.deep.equal([]);
    const fanOut = spans.find((one) => one.name === 'engine');
    expect(byId.get(fanOut?.parentId ?? '')).to.deep.include({ name: 'quote' });
    expect(spans.find(({ says }) => says['engine'] === 'floatlane')?.says['outcome']).to.equal(
      'firm',
    );
  });

  it('leave out what their caller leaves out, and start again at an invalid header', async () => {
    const traceId = 'a0000000000000000000000000000003';
    await post(harness, '/api/route/quote', askedFor, traceId, '00');
    const before = collector.spans.length;
    await postWith(
      harness,
      '/api/route/quote',
      askedFor,
      `00-${traceId.toUpperCase()}-${parentId}-01`,
    );
    await collector.until('a trace of its own', (spans) =>
      spans
        .slice(before)
        .some(({ name, parentId: above }) => name.startsWith('POST') && above === null),
    );

    expect(collector.spans.filter(of(traceId))).to.deep.equal([]);
  });

  it('end a refused request with the code alone', async () => {
    const traceId = 'a0000000000000000000000000000004';

    await post(
      harness,
      '/api/route/quote',
      { fromChain: from, toChain: from, amount: '1' },
      traceId,
    );
    await collector.until('a refusal', (spans) => spans.some(of(traceId)));

    const [refused] = collector.spans.filter(of(traceId));
    expect(refused).to.deep.include({ code: 2, says: { code: 'UNROUTABLE_LANE' } });
  });

  it('reveal nothing of a request with a pass, or of one in the private lane', async () => {
    const traceId = 'a0000000000000000000000000000005';
    const header = `00-${traceId}-${parentId}-01`;
    const { passes } = await takeTrial(createClient({ baseUrl: harness.url }), 2);
    const [inHeader, inBody] = passes;
    if (inHeader === undefined || inBody === undefined) throw new Error('too few passes');
    const payer = await freshPayer(harness, from, 3_000_000n);
    const signed = await sign(harness, payer, { from, to, units: 3_000_000n });
    const before = rootsIn(collector.spans).length;

    const paid = await postWith(harness, '/api/route/quote', askedFor, header, {
      'x-svc-pass': passText(inHeader),
    });
    const executed = await postWith(
      harness,
      '/api/route/execute',
      { ...signed.body, pass: passText(inBody) },
      header,
    );
    const inLane = privateFetch({ baseUrl: harness.url });
    const sealed = await inLane(`${harness.url}/api/route/quote`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent: header },
      body: JSON.stringify(askedFor),
    });
    await endOfRoute(harness.client, textField(executed, 'id'));
    const after = 'a0000000000000000000000000000006';
    await post(harness, '/api/route/quote', askedFor, after);
    await collector.until('a later request', (spans) => spans.some(of(after)));

    expect([paid['errorCode'], sealed.status]).to.deep.equal([undefined, 200]);
    expect(collector.spans.filter(of(traceId))).to.deep.equal([]);
    const later = rootsIn(collector.spans).slice(before);
    expect(
      later.filter(({ name }) => !name.endsWith('/agent/do')).map(({ traceId: id }) => id),
    ).to.deep.equal([after]);
    const kept = await harness.container
      .get(parts.store)
      .reads.transfers.route(textField(executed, 'id'));
    expect(kept?.trace).to.equal(undefined);
  });

  /** No address, amount, hash or id of the transfer is in anything that was ever sent. */
  function expectNothingOf({ address }: Payer, body: object, ids: readonly string[]): void {
    const secrets = [
      address,
      address.slice(2),
      ...ids,
      ...longTextsIn(body),
      '"5000000"',
      '"4996000"',
    ];
    const sent = collector.sent.toLowerCase();
    expect(secrets.length).to.be.greaterThan(8);
    expect(secrets.filter((one) => sent.includes(one.toLowerCase()))).to.deep.equal([]);
    expect(sent).to.not.match(/0x[0-9a-f]{8}/);
    expect(sent).to.not.match(/https?:\/\//);
  }
});

describe('a service without traces', () => {
  it('loads nothing of OpenTelemetry except the interface, which the metrics need', () => {
    const child = spawnSync(
      process.execPath,
      ['--conditions=interline-source', '--input-type=module', '--eval', listsWhatIsLoaded],
      { cwd: import.meta.dirname, encoding: 'utf8' },
    );

    expect(child.stderr).to.equal('');
    expect(child.stdout.trim().split(' ')).to.deep.equal(['@opentelemetry/api']);
  });
});

/** Composes what `interline up` does from the same parts, and stops before it is opened. */
const listsWhatIsLoaded = `
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({
    load(url, context, next) {
      const name = new RegExp('node_modules/(@opentelemetry/[^/]+)').exec(url)?.[1];
      if (name !== undefined) loaded.add(name);
      return next(url, context);
    },
  });
  await import('@interline/cli');
  await import('@interline/server');
  await import('@interline/adapters/tracing');
  console.log([...loaded].join(' '));
`;

describe('a trace over a restart', () => {
  it('goes on in the process that finishes the route', async () => {
    const [first, second] = [await traceCollector(), await traceCollector()];
    const dataDir = await mkdtemp(join(fastFolder, 'interline-traces-'));
    const started = await startHarness({ dataDir, tracing: { url: first.url } });
    const { devnet } = started;
    const traceId = 'b0000000000000000000000000000001';
    let next: Harness | null = null;
    try {
      const payer = await freshPayer(started, from, 2_000_000n);
      await stopMining(devnet, from);
      const signed = await sign(started, payer, { from, to, units: 2_000_000n });
      const answer = await post(started, '/api/route/execute', signed.body, traceId);
      await started.service.stop();
      next = await startHarness({ dataDir, devnet, tracing: { url: second.url } });
      await resumeMining(devnet, from);
      await endOfRoute(next.client, textField(answer, 'id'));
      await second.until('the end', (spans) =>
        spans.some((one) => one.traceId === traceId && one.name === 'settle payout'),
      );

      const root = first.spans.find(
        (one) => one.name === 'POST /api/route/execute' && one.traceId === traceId,
      );
      const after = second.spans.filter(of(traceId));
      const ids = new Set([
        root?.spanId,
        ...first.spans.map(commitOf),
        ...after.map(({ spanId }) => spanId),
      ]);
      expect(after.map(({ name }) => name)).to.include.members(['settle pulling', 'seen']);
      expect(after.filter((one) => !ids.has(one.parentId ?? ''))).to.deep.equal([]);
    } finally {
      await next?.stop();
      await devnet.stop();
      await Promise.all([first.close(), second.close()]);
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

const askedFor = { fromChain: from, toChain: to, token: 'USDC', amount: '7000000' };

/** Requests: each is the first of its trace here. */
function rootsIn(spans: readonly CollectedSpan[]): readonly CollectedSpan[] {
  return spans.filter(({ name }) => name.startsWith('POST ') || name.startsWith('GET '));
}

/** Every request of rails to a third party, and of prices too. */
function noteOutgoing(container: Container, outgoing: OutboundRequest[]): void {
  const http = container.get(parts.http);
  container.rebind(parts.http).toConstantValue({
    close: () => http.close(),
    request(request, signal) {
      outgoing.push(request);
      return http.request(request, signal);
    },
  });
}

function tellsTrace(headers: OutboundRequest['headers'] = {}): boolean {
  return Object.keys(headers).some((name) => /^(trace|b3|x-b3|uber-trace|baggage)/i.test(name));
}

function commitOf({ spanId }: CollectedSpan): string {
  return spanId;
}

const of =
  (traceId: string) =>
  (span: CollectedSpan): boolean =>
    span.traceId === traceId;

function isWhole(spans: readonly CollectedSpan[]): boolean {
  const names = spans.map(({ name }) => name);
  return ['webhook', 'final', 'settle payout', 'POST /api/route/execute'].every((name) =>
    names.includes(name),
  );
}

function post(
  harness: Pick<Harness, 'url'>,
  path: string,
  body: object,
  traceId: string,
  flags = '01',
): Promise<Record<string, unknown>> {
  return postWith(harness, path, body, `00-${traceId}-${parentId}-${flags}`);
}

async function postWith(
  { url }: Pick<Harness, 'url'>,
  path: string,
  body: object,
  traceparent: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      traceparent,
      tracestate: 'vendor=secret',
      ...more,
    },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, unknown>; // CAST: a JSON object of the service.
}

function longTextsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.length >= 16 ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(longTextsIn);
}

function hashesOf(answer: Readonly<Record<string, unknown>>): readonly string[] {
  return ['srcTx', 'destTx'].flatMap((name) =>
    typeof answer[name] === 'string' ? [answer[name]] : [],
  );
}
