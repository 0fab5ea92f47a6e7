import { leftOf, limitsOf, type Mandate, type MandateReceipt } from '@interline/core/mandates';
import { chainToWire } from '@interline/kernel';
import type * as z from 'zod';
import { nextOf } from '../agents/present.ts';
import { presentAddress } from '../server/present/present-address.ts';
import type { mandateAnswer, mandateReceipts } from './schemas.ts';

const note = [
  'A mandate moves no money. The chain holds the agent to ceiling alone; this service enforces the budget and the constraints below it.',
  'DELETE /api/mandates/{id} ends the mandate here at once, and leaves the allowance on the chain as it is.',
  "On the chain, before the first payment: Permit2's invalidateNonces ends it, because the signed allowance can then no longer be opened; lockdown and approve with amount 0 do not, because they leave the nonce as it is.",
  "After the first payment: Permit2's lockdown, or its approve with amount 0, ends it; invalidateNonces does not, because the allowance is open.",
  "The token's own approve of Permit2 with amount 0 stops every payment at any time, and everything else that the wallet pays by Permit2 in this token, until the wallet approves Permit2 again.",
].join(' ');

export function presentMandate(mandate: Mandate, nowMs: number): z.input<typeof mandateAnswer> {
  const { id, hash, agentKeyId, ceiling, terms, reserved, spent, uses } = mandate;
  const { chain, token, units, expiresSec, spender } = ceiling;
  const { maxCents, maxUses } = limitsOf(terms);
  const left = leftOf(mandate);
  return {
    id,
    hash,
    agent: agentKeyId,
    constraints: terms.constraints.map((one) => plain(one)),
    ceiling: {
      chainId: chainToWire(chain),
      token: presentAddress(chain, token),
      amount: units.toString(),
      expiration: expiresSec,
      spender: presentAddress(chain, spender),
    },
    budget: {
      currency: 'USD',
      max: maxCents?.toString() ?? null,
      reserved: reserved.toString(),
      spent: spent.toString(),
      left: left.cents?.toString() ?? null,
    },
    uses: { max: maxUses, used: uses, left: left.uses },
    state: stateOf(mandate, nowMs),
    expires: mandate.expiresAtMs,
    created: mandate.createdAtMs,
    note,
  };
}

function stateOf(mandate: Mandate, nowMs: number): z.input<typeof mandateAnswer>['state'] {
  if (mandate.state === 'revoked') return 'revoked';
  if (mandate.expiresAtMs <= nowMs) return 'expired';
  const { cents, uses } = leftOf(mandate);
  return cents === 0n || uses === 0 ? 'exhausted' : 'active';
}

/** The value with its cents as digits. */
function plain(value: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, one]: [string, unknown]) => [
      name,
      typeof one === 'bigint' ? one.toString() : one,
    ]),
  );
}

export function presentReceipts(
  items: readonly MandateReceipt[],
  limit: number,
): z.input<typeof mandateReceipts> {
  return {
    items: items.map(({ seq, kind, routeId, atMs, claims, jws }) => ({
      seq,
      kind,
      routeId,
      ts: atMs,
      claims: { ...claims },
      jws,
    })),
    next: nextOf(items, limit),
  };
}
