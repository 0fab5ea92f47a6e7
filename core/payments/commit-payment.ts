import { maxGasCost, permit2Address } from '@interline/kernel';
import type { TriedTransfer } from '@interline/ports';
import { assertMayCommit, chainScope } from '../switches/index.ts';
import { commitTransactions, sendOrPostpone } from '../transactions/index.ts';
import {
  type Accepted,
  type Asked,
  assertNameFree,
  knownAfter,
  knownIn,
  newSettlement,
} from './asked-payment.ts';
import { assertRoomToLose } from './failure-budgets.ts';
import type { PaymentPorts } from './ports.ts';
import { countSettle } from './quota.ts';
import { reasons } from './reasons.ts';
import type { PaymentUnit } from './repository.ts';
import { countLoss, lossOf } from './sale-loss.ts';
import { settlementOwner } from './settlement.ts';
import { isInvoiceSoldIn } from './sold-once.ts';

/** A request that waits for the end of its payment settles it; the duty leaves it alone. */
export interface Awaiting {
  hold(sentAs: string): void;
  release(sentAs: string): void;
}

type Tried = Extract<TriedTransfer, { readonly ok: true }>;

/** Stores the record and the signed transaction in one unit, then sends the transaction. */
export async function commitPayment(
  ports: PaymentPorts,
  asked: Asked,
  awaiting: Awaiting,
  tried: Tried,
): Promise<Accepted> {
  const { prepared } = tried;
  const keys = ports.transactions;
  const sentAs = `xs_${ports.entropy.hex(12)}`;
  const settlement = { ...newSettlement(ports, asked), sentAs };
  const loss = asked.right.kind === 'own' ? await lossOf(ports, settlement, prepared) : 0n;
  const unit = async (tx: PaymentUnit) => {
    await assertMayCommit(tx, ['service', chainScope(asked.transfer.chain)]);
    const instead = (await knownIn(tx, asked)) ?? (await refusalIn(tx, asked, tried));
    if (instead !== null) return { accepted: instead, committed: [] as const };
    await assertNameFree(tx, asked);
    await assertRoomToLose(
      ports,
      tx,
      settlement,
      prepared.nextBlockCost ?? maxGasCost(prepared.tx),
    );
    await countSettle(ports, tx, asked.right);
    await countLoss(ports, tx, settlement, loss);
    await tx.payments.insertSettlement(settlement);
    return {
      accepted: { kind: 'taken' as const, settlement },
      committed: await commitTransactions(keys, tx, settlementOwner(sentAs), onlyStep, [prepared]),
    };
  };
  awaiting.hold(sentAs);
  const { accepted, committed } = await ports.store
    .run('commit-settlement', unit)
    .catch(async (error: unknown) => {
      awaiting.release(sentAs);
      return { accepted: await knownAfter(ports, asked, error), committed: [] as const };
    });
  if (committed.length === 0) awaiting.release(sentAs);
  await sendOrPostpone(keys, committed, ports.lifetime);
  const [only] = committed;
  return only === undefined || accepted.kind === 'refused'
    ? accepted
    : { ...accepted, transaction: only.transaction };
}

/** What only the store knows: other payments of the same sale, and of the same payer. */
async function refusalIn(
  tx: Pick<PaymentUnit, 'payments' | 'invoices'>,
  { transfer, right }: Asked,
  { balance, allowance }: Tried,
): Promise<Accepted | null> {
  const { chain, token, from, units } = transfer;
  const invoiceId = right.kind === 'own' ? right.invoiceId : null;
  if (invoiceId !== null && (await isInvoiceSoldIn(tx, { ...transfer, invoiceId }))) return sold;
  // All that a payer signs for is out of one balance; what that does not cover would fail at our cost.
  if ((await tx.payments.unitsUnderWay(chain, token, from)) + units > balance) return notCovered;
  if (allowance === null) return null;
  // The same holds for the payer's allowance of Permit2.
  const byPermit2 = await tx.payments.unitsUnderWay(chain, token, from, permit2Address);
  return byPermit2 + units > allowance ? notAllowed : null;
}

/** Each payment is a new owner of transactions, so its first step is 0. */
const onlyStep = (): number => 0;

const sold: Accepted = {
  kind: 'refused',
  reason: reasons.pending,
  why: 'another payment of this is under way or was made, so this one was not sent',
  isSold: true,
};

const notCovered: Accepted = {
  kind: 'refused',
  reason: reasons.balance,
  why: 'other payments of this payer are under way, and its balance does not cover all of them',
};

const notAllowed: Accepted = {
  kind: 'refused',
  reason: reasons.allowance,
  why: 'other payments of this payer are under way, and Permit2 may not take all of them',
};
