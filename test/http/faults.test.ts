import { connect } from 'node:net';
import { RailsRefused } from '@interline/core/transfer';
import { RelayError } from '@interline/kernel';
import { startService } from './start-service.ts';
import { expect } from 'chai';

const quote = '/api/route/quote?fromChain=8453&toChain=42161&amount=1&token=USDC';
const secret = 'https://rpc.example/v2/s3cr3t 0xdeadbeef';

describe('a fault behind the edge', () => {
  it('that was not foreseen is INTERNAL, logged under the request id and not shown to the client', async () => {
    const service = await startService({
      useCases: {
        transfer: {
          quoteRoute: async () => {
            throw new TypeError(secret);
          },
        },
      },
    });

    const { status, body } = await service.get(quote, { 'x-request-id': 'trace-7' });
    await service.close();

    expect([
      status,
      body['errorCode'],
      body['error'],
      body['retryable'],
      body['requestId'],
    ]).to.deep.equal([500, 'INTERNAL', 'The service failed on its side.', true, 'trace-7']);
    const errors = service.deps.log.lines.filter((line) => line.level === 'error');
    expect(errors).to.have.length(1);
    expect(errors[0]?.fields).to.deep.include({
      requestId: 'trace-7',
      endpoint: '/api/route/quote',
      code: 'INTERNAL',
      fault: 'TypeError',
    });
    expect(JSON.stringify([body, errors])).not.to.contain('s3cr3t');
  });

  it('that is not an Error at all is INTERNAL too', async () => {
    const service = await startService({
      useCases: {
        transfer: {
          quoteRoute: async () => {
            // CAST: a careless plugin throws a string; the linter only lets an Error be thrown.
            throw secret as unknown as Error;
          },
        },
      },
    });

    const { status, body } = await service.get(quote);
    await service.close();

    expect([status, body['errorCode']]).to.deep.equal([500, 'INTERNAL']);
    expect(JSON.stringify([body, service.deps.log.lines])).not.to.contain('s3cr3t');
  });

  it('of the store says when to come back, in body and header alike', async () => {
    const service = await startService({
      useCases: {
        transfer: {
          quoteRoute: async () => {
            throw new RelayError('STORE_DOWN', { path: '/var/db' }, secret);
          },
        },
      },
    });

    const { status, headers, body } = await service.get(quote);
    await service.close();

    expect([status, body['retryAfterMs'], headers.get('retry-after')]).to.deep.equal([
      503,
      5_000,
      '5',
    ]);
    expect(JSON.stringify(body)).not.to.contain('s3cr3t').and.not.to.contain('/var/db');
  });

  it("of every rail is NO_ROUTE with each one's reason", async () => {
    const service = await startService({
      useCases: {
        transfer: {
          quoteRoute: async () => {
            throw new RailsRefused(
              'NO_ROUTE',
              [
                { rail: 'lifi', code: 'RAIL_TIMEOUT', reason: 'no answer' },
                { rail: 'floatlane', code: 'INSUFFICIENT_FLOAT', reason: 'cap is 5' },
              ],
              'no rail: lifi: no answer; floatlane: cap is 5',
            );
          },
        },
      },
    });

    const { status, body } = await service.get(quote);
    await service.close();

    expect([status, body['error']]).to.deep.equal([
      422,
      'no rail: lifi: no answer; floatlane: cap is 5',
    ]);
    expect(body['reasons']).to.deep.equal([
      { rail: 'lifi', code: 'RAIL_TIMEOUT', reason: 'no answer' },
      { rail: 'floatlane', code: 'INSUFFICIENT_FLOAT', reason: 'cap is 5' },
    ]);
  });

  it("of a part turns readiness to that part's code, and leaves the process alive", async () => {
    const service = await startService({
      isReady: async () => ({
        checks: [
          { name: 'store', isUp: false, code: 'STORE_DOWN' },
          { name: 'signer', isUp: true },
        ],
      }),
    });

    const ready = await service.get('/readyz');
    const alive = await service.get('/healthz');
    await service.close();

    expect([ready.status, ready.body['errorCode'], ready.body['details']]).to.deep.equal([
      503,
      'STORE_DOWN',
      { checks: ['store: STORE_DOWN', 'signer: up'] },
    ]);
    expect(alive.status).to.equal(200);
  });
});

describe('a client that goes away', () => {
  it('aborts the signal of what it asked for, and is not an error in the log', async () => {
    let begun: () => void = () => undefined;
    let aborted: () => void = () => undefined;
    const sawAbort = new Promise<void>((resolve) => {
      aborted = resolve;
    });
    const service = await startService({
      useCases: {
        transfer: {
          quoteRoute: async (_request, _options, signal) =>
            new Promise((_resolve, reject) => {
              begun();
              signal.addEventListener(
                'abort',
                () => {
                  aborted();
                  reject(new Error('aborted'));
                },
                { once: true },
              );
            }),
        },
      },
    });
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET ${quote} HTTP/1.1\r\nhost: x\r\n\r\n`),
    );
    begun = () => {
      socket.destroy();
    };

    await sawAbort;
    await service.close();

    expect(service.deps.log.lines.map((line) => [line.level, line.event])).to.deep.equal([
      ['debug', 'client-left'],
    ]);
  });

  it('that stays is never aborted', async () => {
    let kept: AbortSignal | undefined;
    const service = await startService({
      useCases: {
        transfer: {
          readRoute: async (_id, signal) => {
            kept = signal;
            throw new RelayError('UNKNOWN_ROUTE');
          },
        },
      },
    });

    await service.get('/api/route/status?id=rt_1');
    await service.close();

    expect(kept?.aborted).to.equal(false);
  });
});
