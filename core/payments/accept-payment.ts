import { adoptPayment } from './adopt-payment.ts';
import { type Accepted, type Asked, knownIn } from './asked-payment.ts';
import { type Awaiting, commitPayment } from './commit-payment.ts';
import type { PaymentPorts } from './ports.ts';
import { assertMayLose } from './failure-budgets.ts';
import { clientOf } from './quota.ts';
import { reasonOf } from './reasons.ts';
import { nowSecOf } from './verify-payment.ts';

/**
 * The settlement of this authorization: a known one, one that a stranger sent first, or one whose
 * record and signed transaction are committed here together and then sent. Never sends a second
 * transaction. Throws `IDEMPOTENCY_CONFLICT`, `FACILITATOR_QUOTA`, `PAUSED`, `GAS_EXHAUSTED`,
 * `GAS_CEILING`, `ACCOUNT_STOPPED`, `CHAIN_UNREACHABLE`, `STORE_DOWN`.
 */
export async function acceptPayment(
  ports: PaymentPorts,
  asked: Asked,
  awaiting: Awaiting,
  signal: AbortSignal,
): Promise<Accepted> {
  const known = await knownIn(ports.store.reads, asked);
  if (known !== null) return known;
  const { transfer, right } = asked;
  const client = clientOf(right, asked.client);
  const { reads } = ports.store;
  await assertMayLose(ports, reads.transactions, { ...transfer, payer: transfer.from, client });
  const tried = await ports.authorized.tryTransfer(transfer, nowSecOf(ports), signal);
  if (tried.ok) return commitPayment(ports, asked, awaiting, tried);
  if (tried.fault === 'used') return adoptPayment(ports, asked, signal);
  return { kind: 'refused', reason: reasonOf(tried.fault, transfer.method), why: tried.why };
}
