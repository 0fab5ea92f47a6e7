import type { xdr } from '@stellar/stellar-sdk';
import { resultCodes } from '../ledger/result-codes.ts';

/** An answer of Horizon that is not a resource: `application/problem+json`. */
export class HorizonProblem extends Error {
  override readonly name = 'HorizonProblem';
  readonly body: { type: string; title: string; status: number; detail: string; extras?: object };

  constructor(status: number, type: string, title: string, detail: string, extras?: object) {
    super(detail);
    const address = `https://stellar.org/horizon-errors/${type}`;
    this.body = { type: address, title, status, detail, ...(extras ? { extras } : {}) };
  }
}

export function notFound(what: string): HorizonProblem {
  return new HorizonProblem(404, 'not_found', 'Resource Missing', `the ledger has no ${what}`);
}

export function badRequest(field: string, reason: string): HorizonProblem {
  return new HorizonProblem(400, 'bad_request', 'Bad Request', `the field ${field} is invalid`, {
    invalid_field: field,
    reason,
  });
}

export function malformedTransaction(envelope: string): HorizonProblem {
  return new HorizonProblem(
    400,
    'transaction_malformed',
    'Transaction Malformed',
    'the text is not a signed V1 or fee bump envelope in base64',
    { envelope_xdr: envelope },
  );
}

export function failedTransaction(envelope: string, result: xdr.TransactionResult): HorizonProblem {
  return new HorizonProblem(
    400,
    'transaction_failed',
    'Transaction Failed',
    'the ledger refused the transaction or applied it without success; see extras.result_codes',
    {
      envelope_xdr: envelope,
      result_codes: resultCodes(result),
      result_xdr: result.toXDR('base64'),
    },
  );
}

/** Horizon's answer when it does not know in time whether a transaction got in. */
export function timeout(hash: string, envelope: string): HorizonProblem {
  return new HorizonProblem(
    504,
    'timeout',
    'Timeout',
    'no ledger showed the transaction in time; it may still get in, so send the same bytes again',
    { hash, envelope_xdr: envelope },
  );
}
