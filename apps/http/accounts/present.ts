import type { AccountSheet, OwnRefund, Session } from '@interline/core/accounts';
import type { TokenUse } from '@interline/core/membership';
import { chainToWire, evmChainId } from '@interline/kernel';
import type * as z from 'zod';
import { presentAddress, presentTokenAddress } from '../server/present/present-address.ts';
import type { accountRefunds, ownAccount, sessionBegun } from './schemas.ts';

export function presentSession({
  token,
  session,
}: {
  readonly token: string;
  readonly session: Session;
}): z.input<typeof sessionBegun> {
  const { account, chain, scopes, expiresAtMs } = session;
  return {
    token,
    address: presentAddress(chain, account.address),
    chainId: chainIdOf(chain),
    scopes: [...scopes],
    expiresAt: expiresAtMs,
  };
}

/** Of a chain that is EVM's: wallets sign in there alone. */
export function chainIdOf(chain: Session['chain']): number {
  return evmChainId(chain) ?? 0;
}

export function presentSheet(
  { account, chain }: Session,
  { sinceMs, owed, ...counts }: AccountSheet,
): Omit<z.input<typeof ownAccount>, 'limits' | 'membership' | 'agents' | 'mandates'> {
  return {
    address: presentAddress(chain, account.address),
    chainId: chainIdOf(chain),
    since: sinceMs,
    ...counts,
    owed: owed.map((refund) => ({ ...moneyOf(refund), routeId: refund.route.id })),
  };
}

export function presentUses(uses: readonly TokenUse[]): z.input<typeof ownAccount>['membership'] {
  const sumOf = (of: 'used' | 'left'): number =>
    Number(uses.reduce((sum, use) => sum + use[of], 0n));
  return { member: uses.length > 0, used: sumOf('used'), left: sumOf('left') };
}

export function presentRefund(refund: OwnRefund): z.input<typeof accountRefunds>['items'][number] {
  const { route, refundTx, held } = refund;
  return {
    routeId: route.id,
    ...moneyOf(refund),
    state: held === null ? 'sent' : 'held',
    refundTx,
    heldReason: held,
  };
}

function moneyOf({ route, units }: OwnRefund) {
  const { from } = route.order;
  return {
    chainId: chainToWire(from.chain),
    token: presentTokenAddress(from),
    amount: units.toString(),
  };
}
