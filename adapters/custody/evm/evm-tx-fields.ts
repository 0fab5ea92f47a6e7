import type { Address, Hex, TxFields } from '@interline/kernel';
import type { PayerAuthorization } from '@interline/ports';

/** What an EVM transaction signs besides its nonce. */
export interface EvmTxFields extends TxFields {
  readonly to: Address;
  readonly data: Hex;
  /**
   * Makes it an EIP-7702 transaction in which the account delegates itself, which uses the next
   * nonce as well.
   */
  readonly delegateTo?: Address;
  /** Makes it an EIP-7702 transaction in which payers delegate or undelegate their accounts. */
  readonly authorizations?: readonly PayerAuthorization[];
}

/** Reads back fields that this custody prepared, from the core or from the store. */
export function evmTx(tx: TxFields): EvmTxFields {
  // CAST: no other custody gets the chain's transactions.
  return tx as EvmTxFields;
}
