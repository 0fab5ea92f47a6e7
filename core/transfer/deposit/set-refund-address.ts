import { type Address, RelayError } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import { assertNoDepositAddress, isOwn, ownRefundAddress } from '../execute/check-order.ts';
import type { Deposit } from './deposit.ts';

export interface RefundAddress {
  readonly routeId: string;
  /** The secret from execute's response. */
  readonly secret: string;
  /** An address on the deposit's chain, parsed by the caller. */
  readonly address: (chain: Deposit['chain']) => Address;
}

/**
 * Sets the refund address of a route's deposit, once; setting the same address again has no effect.
 * Throws `UNKNOWN_ROUTE`, `REFUND_CLAIM_INVALID`, `REFUND_ADDRESS_SET`, `BAD_REQUEST` for an
 * account or deposit address of ours, and the errors of parsing the address.
 */
export type SetRefundAddress = (asked: RefundAddress) => Promise<Deposit>;

export function setRefundAddress({
  store,
  hashSecret,
  clock,
  custody,
}: Pick<TransferPorts, 'store' | 'hashSecret' | 'clock' | 'custody'>): SetRefundAddress {
  return async ({ routeId, secret, address }) => {
    const deposit = await store.reads.transfers.deposit(routeId);
    if (deposit === null)
      throw new RelayError('UNKNOWN_ROUTE', {}, 'no route with a deposit has this id');
    // Both are digests, so the comparison's timing reveals nothing about the secret.
    if (hashSecret(secret) !== deposit.refundSecretHash)
      throw new RelayError('REFUND_CLAIM_INVALID');
    const refundAddress = address(deposit.chain);
    if (isOwn(custody, refundAddress)) throw ownRefundAddress(refundAddress);
    await assertNoDepositAddress({ store }, deposit.chain, refundAddress);
    return store.run('set-refund-address', async (tx) => {
      const now = await tx.transfers.deposit(routeId);
      // A caller that got no response retries.
      if (now?.refundAddress === refundAddress) return now;
      if (now === null || now.refundAddress !== null) throw new RelayError('REFUND_ADDRESS_SET');
      await tx.jobs.enqueue({ kind: 'advance-route', subject: routeId, runAtMs: clock.now() });
      return tx.transfers.moveDeposit(now, { refundAddress });
    });
  };
}
