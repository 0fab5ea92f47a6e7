import { inDecimals, nativeAddress, type Refusal, refuse } from '@interline/kernel';
import { MuxedAccount, StrKey } from '@stellar/stellar-sdk';
import { lineOf } from './free-balance.ts';
import { accountShape, type BalanceLine } from './horizon-shapes.ts';
import type { PaymentRequest, Preparing } from './preparing.ts';
import type { StellarOperation } from './stellar-tx-fields.ts';

/** The way to pay the recipient; refuses if there is none. */
export async function deliveryOf(
  { node, head, signal }: Pick<Preparing, 'node' | 'head' | 'signal'>,
  { token, to, units, delivery, purpose }: Extract<PaymentRequest, { kind: 'payout' }>,
): Promise<{ readonly ok: true; readonly value: StellarOperation } | Refusal> {
  const base = accountOf(to);
  const recipient = await node.get(`/accounts/${base}`, accountShape, signal);
  const isNative = token === nativeAddress;
  const isMuxed = base !== to;
  if (recipient === null && isMuxed && isNative)
    return refuse(
      'SIMULATION_FAILED',
      `${to} is a number within the account ${base}, which does not exist on Stellar yet; send to ${base}, which makes it`,
    );
  if (recipient === null) {
    if (isNative && units >= 2n * head.base_reserve_in_stroops)
      return { ok: true, value: 'create-account' };
    if (isNative)
      return refuse(
        'SIMULATION_FAILED',
        `${to} does not exist on Stellar yet, and an account takes at least ${tokensOf(2n * head.base_reserve_in_stroops)} XLM to be made; send more`,
      );
    return delivery?.claimable === true && !isMuxed
      ? { ok: true, value: 'claimable' }
      : refuse(
          'TRUSTLINE_MISSING',
          `${to} does not exist on Stellar yet, so it cannot hold ${token}; create it with a trustline, or ${toClaim(to)}`,
        );
  }
  const wantsMemo =
    Buffer.from(recipient.data['config.memo_required'] ?? '', 'base64').toString() === '1';
  if (purpose === 'payout' && wantsMemo && delivery?.memo === undefined && !isMuxed)
    return refuse('MEMO_REQUIRED', `${to} takes payments with a memo only`);
  if (isNative) return { ok: true, value: 'payment' };
  const line = lineOf(recipient, token);
  if (line?.is_authorized !== false && line !== undefined && roomIn(line) >= units)
    return { ok: true, value: 'payment' };
  // A claimant must be an account; it cannot carry the id of a muxed account.
  if (delivery?.claimable === true && !isMuxed) return { ok: true, value: 'claimable' };
  return refuse(
    'TRUSTLINE_MISSING',
    line === undefined
      ? `${to} has no trustline for ${token}; add one, or ${toClaim(to)}`
      : `the trustline of ${to} does not take ${tokensOf(units)} ${token.split(':')[0]} more; raise its limit, or ${toClaim(to)}`,
  );
}

/** How to pay by claimable balance instead. A claimant must be an account without a muxed id. */
function toClaim(to: string): string {
  const account = accountOf(to);
  return account === to
    ? 'send claimable: true'
    : `send a balance to claim to ${account}, with memo id:${MuxedAccount.fromAddress(to, '0').id()}: none can be made for an M address`;
}

function tokensOf(stroops: bigint): string {
  return inDecimals(stroops, 7);
}

function roomIn({ balance, limit, buying_liabilities: buying = 0n }: BalanceLine): bigint {
  return limit === undefined ? 0n : limit - balance - buying;
}

/** The account behind a muxed address. */
export function accountOf(address: string): string {
  return StrKey.isValidMed25519PublicKey(address)
    ? MuxedAccount.fromAddress(address, '0').baseAccount().accountId()
    : address;
}
