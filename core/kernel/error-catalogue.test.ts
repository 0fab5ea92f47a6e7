import { expect } from 'chai';
import { errorCatalogue, type ErrorCode, errorCodes, errorEntry } from './error-catalogue.ts';

describe('the error catalogue', () => {
  it('answers with the agreed statuses', () => {
    const agreed: Partial<Record<ErrorCode, number>> = {
      MISSING_FIELD: 400,
      BAD_REQUEST: 400,
      BAD_AMOUNT: 400,
      NATIVE_NOT_PULLABLE: 400,
      ORIGIN_NOT_ALLOWED: 403,
      OPERATOR_ONLY: 403,
      UNROUTABLE_LANE: 404,
      UNKNOWN_ROUTE: 404,
      INTENT_MISMATCH: 409,
      PERMIT_USED: 409,
      PRICE_MOVED: 409,
      WRONG_STATE: 409,
      BODY_TOO_LARGE: 413,
      NO_ROUTE: 422,
      BURN_ADDRESS_REFUSED: 422,
      MEMO_REQUIRED: 422,
      TRUSTLINE_MISSING: 422,
      BELOW_AGREED_OUTPUT: 422,
      UNSUPPORTED_DIRECTION: 422,
      PERMIT_INVALID: 422,
      PERMIT_EXPIRED: 422,
      PERMIT_SPENDER: 422,
      INSUFFICIENT_FLOAT: 422,
      RATE_LIMITED: 429,
      STORE_DOWN: 503,
    };

    expect(
      Object.fromEntries(
        Object.keys(agreed).map((code) => [code, errorEntry(code as ErrorCode).http]),
      ),
    ).to.deep.equal(agreed);
  });

  it('tells clients to try again exactly where waiting helps, and how long', () => {
    const waits = errorCodes
      .filter((code) => errorEntry(code).retryable)
      .map((code) => [code, errorEntry(code).retryAfterMs]);

    expect(waits).to.deep.equal([
      ['RECEIPT_NOT_READY', 5_000],
      ['INVOICE_NOT_PAID', 5_000],
      ['IDEMPOTENCY_IN_FLIGHT', 1_000],
      ['INSUFFICIENT_FLOAT', 15_000],
      ['BUDGET_SPENT', 3_600_000],
      ['RATE_LIMITED', 60_000],
      ['INTERNAL', 5_000],
      ['RAIL_FAULT', 5_000],
      ['RAIL_TIMEOUT', 5_000],
      ['RAIL_DOWN', 15_000],
      ['CHAIN_UNREACHABLE', 5_000],
      ['ACCOUNT_STOPPED', 60_000],
      ['BOOKS_DEFICIT', 60_000],
      ['PAUSED', 30_000],
      ['RELAYER_BUSY', 5_000],
      ['GAS_EXHAUSTED', 60_000],
      ['MINT_ROTATION_UNWITNESSED', 60_000],
      ['SIGNER_BUSY', 2_000],
      ['LOG_BEHIND', 60_000],
      ['STORE_DOWN', 5_000],
      ['STORE_NEWER', 5_000],
      ['NOT_READY', 1_000],
    ]);
  });

  it('ends a request, and not only an offer, where no other rail can help', () => {
    const endsRequest = errorCodes.filter((code) => errorEntry(code).rulesOut === 'request');

    expect(endsRequest).to.have.members([
      'BAD_AMOUNT',
      'UNKNOWN_AGENT',
      'AGENT_FROZEN',
      'SIGNATURE_REPLAYED',
      'APPROVAL_REQUIRED',
      'AGENT_LIMIT',
      'INVALID_CREDENTIAL',
      'INVALID_MANDATE',
      'UNRESOLVED_CONSTRAINT',
      'MANDATE_EXPIRED',
      'MANDATE_REVOKED',
      'MANDATE_BUDGET',
      'MANDATE_USED',
      'INTENT_MISMATCH',
      'PERMIT_USED',
      'PRICE_MOVED',
      'IDEMPOTENCY_CONFLICT',
      'MEMO_REQUIRED',
      'TRUSTLINE_MISSING',
      'PAYER_NOT_READY',
      'PERMIT_INVALID',
      'PERMIT_EXPIRED',
      'PERMIT_SPENDER',
      'TOO_MANY_RECORDS',
      'RELAYER_BUSY',
      'STORE_DOWN',
      'STORE_NEWER',
    ]);
    expect(errorCodes.filter((code) => code.startsWith('PERMIT_'))).to.have.length(4);
  });

  it('names every code once', () => {
    expect(errorCodes).to.have.length(new Set(errorCodes).size);
    expect(errorCodes).to.have.members(Object.keys(errorCatalogue));
  });

  for (const code of errorCodes) {
    it(`gives ${code} an error status, a wait if and only if it is retryable, and two sentences`, () => {
      const entry = errorEntry(code);

      expect(code).to.match(/^[A-Z]+(_[A-Z]+|_7702)*$/);
      expect(entry.http).to.be.within(400, 599);
      expect(entry.retryable).to.equal('retryAfterMs' in entry);
      expect(entry.retryAfterMs ?? 1).to.be.above(0);
      expect(entry.summary).to.match(/^[A-Z].*[^.]\.$/);
      expect(entry.suggestedAction).to.match(/^[A-Z].*[^.]\.$/);
    });
  }

  it('keeps retryable faults of ours at 500 and above', () => {
    const ours = errorCodes.filter((code) => errorEntry(code).http >= 500);

    expect(ours.filter((code) => !errorEntry(code).retryable)).to.deep.equal([]);
  });
});
