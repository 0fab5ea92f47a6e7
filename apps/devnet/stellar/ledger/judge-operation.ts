import { type Operation, xdr } from '@stellar/stellar-sdk';
import type { LedgerOperation } from '../operations/ledger-operation.ts';
import { supportedOperation } from '../operations/supported-operation.ts';
import type { LedgerState } from './ledger-state.ts';
import { accountAgrees, type SignatureCheck } from './signature-check.ts';
import { type SignedEnvelope, sourceOf } from './signed-envelope.ts';

/**
 * What excludes an operation from any ledger: its signatures, its form, or that it is not
 * supported.
 */
export function operationFault(
  operation: Operation,
  envelope: SignedEnvelope,
  state: LedgerState,
  check: SignatureCheck,
): xdr.OperationResult | undefined {
  const supported = supportedOperation(operation);
  if (supported === undefined) return xdr.OperationResult.opNotSupported();
  const source = sourceOf(operation, envelope);
  const account = state.account(source);
  // An account that an earlier operation creates has agreed when its own key signed.
  const agreed =
    account === undefined
      ? check.reaches(0, new Map([[source, 1]]))
      : accountAgrees(check, account, supported.level);
  return agreed ? supported.malformed(source) : xdr.OperationResult.opBadAuth();
}

/** stellar-core's result for an operation without a fault, beside a faulty one. */
export function operationPasses(operation: LedgerOperation | undefined): xdr.OperationResult {
  return operation === undefined ? xdr.OperationResult.opNotSupported() : operation.passed();
}
