import type { TransferFault, TransferMethod } from '@interline/ports';

/**
 * x402's words for why a payment is refused, from its specification and, where that has none, from
 * @x402/evm.
 */
export const reasons = {
  version: 'invalid_x402_version',
  scheme: 'unsupported_scheme',
  network: 'invalid_network',
  payload: 'invalid_payload',
  payloadKind: 'unsupported_payload_type',
  requirements: 'invalid_payment_requirements',
  spender: 'invalid_permit2_spender',
  token: 'permit2_token_mismatch',
  failed: 'invalid_exact_evm_transaction_failed',
  transfer: 'invalid_exact_evm_transfer_event_mismatch',
  pending: 'settlement_pending',
  duplicate: 'duplicate_settlement',
  balance: 'insufficient_funds',
  allowance: 'permit2_allowance_required',
} as const;

/** Reasons that have their own words for each method. */
export const reasonsOf = {
  eip3009: {
    recipient: 'invalid_exact_evm_payload_recipient_mismatch',
    amount: 'invalid_exact_evm_payload_authorization_value_mismatch',
    unsupported: reasons.requirements,
    early: 'invalid_exact_evm_payload_authorization_valid_after',
    late: 'invalid_exact_evm_payload_authorization_valid_before',
    signature: 'invalid_exact_evm_payload_signature',
    used: 'invalid_exact_evm_nonce_already_used',
    fails: 'invalid_exact_evm_transaction_simulation_failed',
  },
  permit2: {
    recipient: 'invalid_permit2_recipient_mismatch',
    amount: 'permit2_amount_mismatch',
    unsupported: 'permit2_proxy_not_deployed',
    early: 'permit2_not_yet_valid',
    late: 'permit2_deadline_expired',
    signature: 'invalid_permit2_signature',
    used: 'permit2_invalid_nonce',
    fails: 'permit2_simulation_failed',
  },
} as const satisfies Readonly<Record<TransferMethod, object>>;

export function reasonOf(fault: TransferFault, method: TransferMethod): string {
  switch (fault) {
    case 'balance':
      return reasons.balance;
    case 'allowance':
      return reasons.allowance;
    case 'undeployed':
      return 'eip6492_factory_not_allowed';
    case 'unsupported':
    case 'early':
    case 'late':
    case 'signature':
    case 'used':
    case 'fails':
      return reasonsOf[method][fault];
  }
}
