import {
  type Accepted,
  type Asked,
  knownAfter,
  assertNameFree,
  knownIn,
  newSettlement,
  refusedAsUsed,
} from './asked-payment.ts';
import type { PaymentPorts } from './ports.ts';
import { reasons } from './reasons.ts';
import type { PaymentUnit } from './repository.ts';

/**
 * For a payment that the payer or a stranger has sent already: it counts if the money moved by this
 * authorization.
 */
export async function adoptPayment(
  ports: PaymentPorts,
  asked: Asked,
  signal: AbortSignal,
): Promise<Accepted> {
  const { authorized, store } = ports;
  const { transfer } = asked;
  // Another process of ours may have been that stranger.
  const ours = await knownIn(store.reads, asked);
  if (ours !== null) return ours;
  const block = await authorized.searchedFrom(transfer.chain, signal);
  const fate = await authorized.fateOf(transfer, { block, head: 0 }, signal);
  const notShown: Accepted = {
    kind: 'refused',
    reason: reasons.pending,
    why: 'its nonce is used, and the nodes do not show by what yet; ask again',
  };
  switch (fate.kind) {
    case 'spent':
      return refusedAsUsed(transfer.method, null);
    case 'unused':
    case 'unknown':
      return notShown;
    case 'made':
      // A node with all states also shows older payments, whose success we may have reported and
      // forgotten.
      if (fate.block < block) return notShown;
      const adopt = async (tx: PaymentUnit): Promise<Accepted> => {
        const known = await knownIn(tx, asked);
        if (known !== null) return known;
        await assertNameFree(tx, asked);
        const outcome = { isSuccess: true, txHash: fate.hash, reason: null };
        // We sent it, but the store was restored to a time before that: its success may have been
        // reported.
        const reportedAtMs = fate.isOurs ? ports.clock.now() : null;
        const settlement = { ...newSettlement(ports, asked), outcome, reportedAtMs };
        await tx.payments.insertSettlement(settlement);
        return { kind: 'taken', settlement };
      };
      return store
        .run('adopt-settlement', adopt)
        .catch((error: unknown) => knownAfter(ports, asked, error));
  }
}
