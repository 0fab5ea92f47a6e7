import type { xdr } from '@stellar/stellar-sdk';

/** Whether an operation took effect. */
export function isSuccess(result: xdr.OperationResult): boolean {
  return result.switch().name === 'opInner' && innerCode(result).endsWith('Success');
}

/** The words Horizon has for a result: of the transaction, of a wrapped one, of operations. */
export type ResultCodes = {
  transaction: string;
  inner_transaction?: string;
  operations?: string[];
};

export function resultCodes(result: xdr.TransactionResult): ResultCodes {
  const outcome = result.result();
  const code = outcome.switch().name;
  if (code === 'txFeeBumpInnerSuccess' || code === 'txFeeBumpInnerFailed') {
    const inner = outcome.innerResultPair().result().result();
    const innerCodeName = inner.switch().name;
    return {
      transaction: transactionWord(code),
      inner_transaction: transactionWord(innerCodeName),
      ...(innerCodeName === 'txSuccess' || innerCodeName === 'txFailed'
        ? { operations: inner.results().map(operationWord) }
        : {}),
    };
  }
  return {
    transaction: transactionWord(code),
    ...(code === 'txSuccess' || code === 'txFailed'
      ? { operations: outcome.results().map(operationWord) }
      : {}),
  };
}

function transactionWord(code: string): string {
  if (code === 'txNoAccount') return 'tx_no_source_account';
  if (code === 'txBadMinSeqAgeOrGap') return 'tx_bad_minseq_age_or_gap';
  return snakeCase(code);
}

/** `op_` and the code's name without that of its operation, with Horizon's few exceptions. */
function operationWord(result: xdr.OperationResult): string {
  const outer = result.switch().name;
  if (outer === 'opNoAccount') return 'op_no_source_account';
  if (outer !== 'opInner') return snakeCase(outer);
  const code = innerCode(result);
  const family = result.tr().switch().name;
  const word = code.slice(family.length);
  switch (code) {
    case 'createAccountAlreadyExist':
      return 'op_already_exists';
    case 'manageDataNameNotFound':
      return 'op_data_name_not_found';
    case 'manageDataInvalidName':
      return 'op_data_invalid_name';
    case 'setTrustLineFlagsNoTrustLine':
      return 'op_no_trustline';
    default:
      return `op${snakeCase(word)}`;
  }
}

function innerCode(result: xdr.OperationResult): string {
  // CAST: each arm of OperationResultTr is itself a union over an enum of that operation's codes.
  const arm = result.tr().value() as { switch(): { name: string } };
  return arm.switch().name;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
