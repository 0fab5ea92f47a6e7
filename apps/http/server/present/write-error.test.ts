import { RailsRefused } from '@interline/core/transfer';
import { errorCodes, errorEntry, noUnits, RelayError } from '@interline/kernel';
import { codesOf } from '../codes-of.ts';
import { endpoints } from '../endpoints.ts';
import { quoteEndpoints } from '../../transfer/quote/endpoints.ts';
import { solveEndpoints } from '../../transfer/solve/endpoints.ts';
import { errorBody } from '../schemas/error-body.ts';
import { presentError } from './present-error.ts';
import { expect } from 'chai';

const setting = { basePath: '/v1', requestId: 'r-1', endpoint: null };

describe('an error on the wire', () => {
  it("has the catalogue's status and words for every code", () => {
    for (const code of errorCodes) {
      const { status, body, headers } = presentError(new RelayError(code), setting);
      const { http, retryable, retryAfterMs, suggestedAction, summary } = errorEntry(code);

      expect(status, code).to.equal(http);
      expect(body, code).to.deep.include({
        error: summary,
        errorCode: code,
        retryable,
        suggestedAction,
        docs: `/v1/api/errors#${code}`,
        requestId: 'r-1',
      });
      expect(body.retryAfterMs, code).to.equal(retryAfterMs);
      expect(headers['retry-after'], code).to.equal(
        retryAfterMs === undefined ? undefined : String(retryAfterMs / 1_000),
      );
      expect(errorBody.parse(body), code).to.deep.equal(body);
    }
  });

  it("lets the error's own wait win, rounded up to whole seconds in the header", () => {
    const { body, headers } = presentError(
      new RelayError('INSUFFICIENT_FLOAT', { retryAfterMs: 1_001 }),
      setting,
    );

    expect([body.retryAfterMs, headers['retry-after']]).to.deep.equal([1_001, '2']);
    expect(body).not.to.have.property('details');
  });

  it('gives no wait for what is not worth trying again', () => {
    const { body, headers } = presentError(
      new RelayError('BAD_AMOUNT', { retryAfterMs: 5 }),
      setting,
    );

    expect(body).not.to.have.property('retryAfterMs');
    expect(headers).not.to.have.property('retry-after');
  });

  it('of no route has the reason of every rail apart', () => {
    const error = new RailsRefused(
      'NO_ROUTE',
      [
        { rail: 'lifi', code: 'RAIL_TIMEOUT', reason: 'no answer' },
        { rail: 'floatlane', code: 'INSUFFICIENT_FLOAT', reason: 'cap is 5|6', minInput: noUnits },
      ],
      'no rail: lifi: no answer; …',
    );

    expect(presentError(error, setting).body.reasons).to.deep.equal([
      { rail: 'lifi', code: 'RAIL_TIMEOUT', reason: 'no answer' },
      { rail: 'floatlane', code: 'INSUFFICIENT_FLOAT', reason: 'cap is 5|6' },
    ]);
  });

  it('of rails that the request left out advises to leave fewer out, not to try again', () => {
    const left = { rail: 'lifi', code: 'NO_ROUTE', reason: 'excluded by the request' } as const;
    const adviceOn = (...refusals: ConstructorParameters<typeof RailsRefused>[1]) =>
      presentError(new RailsRefused('NO_ROUTE', refusals, 'no rail'), setting).body.suggestedAction;

    expect(adviceOn(left, { ...left, rail: 'floatlane' })).to.equal(
      'The request leaves out every rail that serves this lane: leave fewer of them out.',
    );
    expect(adviceOn(left, { ...left, code: 'RAIL_DOWN', reason: 'it rests' })).to.equal(
      errorEntry('NO_ROUTE').suggestedAction,
    );
  });

  it('of a corridor that cannot be settled carries the state of that name', () => {
    expect(presentError(new RelayError('UNSUPPORTED_DIRECTION'), setting).body.status).to.equal(
      'UNSUPPORTED_DIRECTION',
    );
    expect(presentError(new RelayError('NO_ROUTE'), setting).body).not.to.have.property('status');
  });

  it("shows a refusal's facts, and of a fault nothing but the catalogue and its place", () => {
    const leak = 'https://rpc.example/v2/s3cr3t';

    expect(
      presentError(
        new RelayError('BAD_REQUEST', { field: 'live' }, 'live must be true or false'),
        setting,
      ).body,
    ).to.deep.include({ error: 'live must be true or false', details: { field: 'live' } });
    const fault = presentError(
      new RelayError('RAIL_FAULT', { rail: 'lifi', url: leak }, `GET ${leak} failed`, {
        cause: new Error(leak),
      }),
      setting,
    );
    expect(fault.body).to.deep.include({
      error: 'A rail failed to answer properly.',
      details: { rail: 'lifi' },
    });
    expect(JSON.stringify(fault)).not.to.contain('s3cr3t');
  });

  it('says of what may have been recorded just that, and not that it may be sent again as it is', () => {
    const unknown = presentError(new RelayError('STORE_DOWN', { recorded: 'unknown' }), setting);

    expect([
      unknown.status,
      unknown.body.retryable,
      unknown.body.details,
      unknown.body.retryAfterMs,
      unknown.headers['retry-after'],
    ]).to.deep.equal([503, false, { recorded: 'unknown' }, undefined, undefined]);
    expect(unknown.body.error).to.equal(
      'The database did not answer in time: this may have been recorded, and is then carried out.',
    );
    expect(unknown.body.suggestedAction).to.equal(
      'Try again shortly, with the same permit or Idempotency-Key: nothing is done twice.',
    );
  });

  it('of a malformed request shows a valid one, and of a malformed query its names', () => {
    const forBody = presentError(new RelayError('MISSING_FIELD', { field: 'amount' }), {
      ...setting,
      endpoint: quoteEndpoints.post,
    }).body;
    const forQuery = presentError(new RelayError('MISSING_FIELD', { field: 'amount' }), {
      ...setting,
      endpoint: quoteEndpoints.get,
    }).body;

    expect(forBody.example).to.deep.equal({
      fromChain: '8453',
      toChain: '42161',
      token: 'USDC',
      amount: '25000000',
    });
    expect(forBody).not.to.have.property('usage');
    expect(forQuery.usage?.request).to.equal(
      'GET /v1/api/route/quote?fromChain=8453&toChain=42161&token=USDC&amount=25000000',
    );
    expect(Object.keys(forQuery.usage?.query ?? {})).to.deep.equal([
      'fromChain',
      'toChain',
      'amount',
      'fromToken',
      'toToken',
      'toAddress',
      'fromAddress',
      'token',
      'refundAddress',
      'memo',
      'claimable',
      'slippage',
      'excludeRails',
    ]);
    expect(forQuery.usage?.query['amount']).to.equal(
      "required: digits, the source token's smallest units",
    );
    expect(forQuery.usage?.query['slippage']).to.equal(
      'optional: a fraction from 0 to 0.5, such as 0.005',
    );
  });

  it('of a malformed query lists the choices of a field, and not only that it is text', () => {
    const { usage } = presentError(new RelayError('BAD_REQUEST', { field: 'goal' }), {
      ...setting,
      endpoint: solveEndpoints.get,
    }).body;

    expect(usage?.query['goal']).to.equal(
      'optional: "max-output", "cheapest", "fastest"; max-output when left out',
    );
    expect(usage?.query['amount']).to.equal(
      'optional: for the sources that name none of their own',
    );
    expect(usage?.query['toToken']).to.equal(
      'required: symbol or address, or "native" for the chain\'s own coin',
    );
  });

  it('advises an operator what an operator can do, and a payer what a payer can', () => {
    const endpoint = endpoints.find(({ path }) => path === '/operator/float/withdraw') ?? null;
    const adviceFor = (asked: typeof endpoint) =>
      presentError(new RelayError('INSUFFICIENT_FLOAT', {}), { ...setting, endpoint: asked }).body
        .suggestedAction;

    expect(adviceFor(endpoint)).to.equal(
      '"interline float status" shows what is free and reserved; order less, wait for what is under way, or fund the account.',
    );
    expect(adviceFor(quoteEndpoints.get)).to.equal('Send at most capNow, or try again shortly.');
  });

  it('advises an operator nothing about quotes, permits and sign requests, whichever code it is', () => {
    const codes = new Set(
      endpoints.filter(({ isOperators }) => isOperators === true).flatMap((one) => codesOf(one)),
    );
    const forPayers = [...codes].filter((code) => {
      const { operatorsAction, suggestedAction } = errorEntry(code);
      return /quote|permit|sign|capNow|payer|POST|GET/.test(operatorsAction ?? suggestedAction);
    });

    expect(codes.size).to.be.greaterThan(15);
    expect(forPayers).to.deep.equal([]);
  });

  it('of any other refusal shows no example', () => {
    expect(
      presentError(new RelayError('NO_ROUTE'), { ...setting, endpoint: quoteEndpoints.get }).body,
    ).not.to.have.any.keys('example', 'usage');
  });

  it('names the methods a path has', () => {
    expect(
      presentError(new RelayError('METHOD_NOT_ALLOWED', { allow: ['GET', 'HEAD'] }), setting)
        .headers['allow'],
    ).to.equal('GET, HEAD');
  });
});
