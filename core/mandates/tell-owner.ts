import type { Clock } from '@interline/ports';
import { type AccountEventKind, type EventUnit, tellAccounts } from '../accounts/index.ts';
import type { ReadSureTime } from '../sure-time/index.ts';
import { leftOf, type Mandate, type MandatePayment } from './mandate.ts';
import type { MandateStore, MandateUnit } from './repository.ts';

type MandateEventKind = Extract<AccountEventKind, `mandate.${string}`>;

/** Within the unit of the event: notifies the mandate's owner, with the sums after it. */
export async function tellOwner(
  tx: EventUnit,
  kind: MandateEventKind,
  mandate: Mandate,
  atMs: number,
  about: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  const { id: mandateId, account, agentKeyId, reserved, spent } = mandate;
  const { cents, uses } = leftOf(mandate);
  await tellAccounts(tx, [account], {
    kind,
    atMs,
    about: {
      mandateId,
      agent: agentKeyId,
      ...about,
      reserved: reserved.toString(),
      spent: spent.toString(),
      left: cents?.toString() ?? null,
      usesLeft: uses,
    },
  });
}

/** The same for a payment, with the mandate as this unit leaves it. */
export async function tellOfPayment(
  tx: MandateUnit,
  kind: 'mandate.used' | 'mandate.spent' | 'mandate.returned',
  { mandateId, routeId, cents }: MandatePayment,
  atMs: number,
): Promise<void> {
  const mandate = await tx.mandates.mandate(mandateId);
  if (mandate === null) return;
  await tellOwner(tx, kind, mandate, atMs, { routeId, cents: cents.toString() });
  if (kind === 'mandate.used' && (await isExhausted(tx, mandate)))
    await tellOwner(tx, 'mandate.exhausted', mandate, atMs);
}

/** Whether no further payment is possible, unless one fails and gives its part back. */
async function isExhausted(tx: MandateUnit, mandate: Mandate): Promise<boolean> {
  const { cents, uses } = leftOf(mandate);
  if (cents === 0n || uses === 0) return true;
  return (await tx.mandates.unitsTaken(mandate.id)) >= mandate.ceiling.units;
}

const toldAtOnce = 100;

/** The duty that notifies the owners of mandates that expired without having been revoked, once each. */
export function tellExpiries({
  store,
  clock,
  sureTime,
}: {
  readonly store: MandateStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly sureTime: ReadSureTime;
}): () => Promise<void> {
  return async () => {
    const over = await store.reads.mandates.expiredUntold(await sureTime(), toldAtOnce);
    for (const { id } of over)
      await store.run('tell-expiry', async (tx) => {
        const atMs = clock.now();
        const mandate = await tx.mandates.mandate(id);
        if (mandate === null || !(await tx.mandates.markExpiryTold(id, atMs))) return;
        await tellOwner(tx, 'mandate.expired', mandate, atMs, { expiredAt: mandate.expiresAtMs });
      });
  };
}
