import type { TransferFault } from '@interline/ports';

/** The words of x402 for why a payment is not good: of its specification, and of @x402/evm beyond it. */
export const reasons = {
  version: 'invalid_x402_version',
  scheme: 'unsupported_scheme',
  network: 'invalid_network',
  payload: 'invalid_payload',
  payloadKind: 'unsupported_payload_type',
  requirements: 'invalid_payment_requirements',
  recipient: 'invalid_exact_evm_payload_recipient_mismatch',
  amount: 'invalid_exact_evm_payload_authorization_value_mismatch',
  used: 'invalid_exact_evm_nonce_already_used',
  failed: 'invalid_exact_evm_transaction_failed',
  transfer: 'invalid_exact_evm_transfer_event_mismatch',
  pending: 'settlement_pending',
  duplicate: 'duplicate_settlement',
  balance: 'insufficient_funds',
} as const;

export function reasonOf(fault: TransferFault): string {
  switch (fault) {
    case 'unsupported':
      return reasons.requirements;
    case 'early':
      return 'invalid_exact_evm_payload_authorization_valid_after';
    case 'late':
      return 'invalid_exact_evm_payload_authorization_valid_before';
    case 'undeployed':
      return 'eip6492_factory_not_allowed';
    case 'signature':
      return 'invalid_exact_evm_payload_signature';
    case 'used':
      return reasons.used;
    case 'balance':
      return reasons.balance;
    case 'fails':
      return 'invalid_exact_evm_transaction_simulation_failed';
  }
}
