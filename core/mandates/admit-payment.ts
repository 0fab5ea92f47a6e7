import { RelayError } from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import type { MandateHold } from '../transfer/index.ts';
import { endTakenBackBeforeFirst } from './end-taken-back.ts';
import type { Failing } from './judge-payment.ts';
import { type AskedTransfer, type JudgePorts, judgeTransfer } from './judge-transfer.ts';
import type { Left } from './mandate.ts';
import type { Presentation } from './read-presentation.ts';
import type { MandateStore } from './repository.ts';

/**
 * Judges the payment by its mandate as it stands now, and returns what the accepting unit will hold the route to.
 * Throws `UNRESOLVED_CONSTRAINT`, `INVALID_MANDATE`, `MANDATE_BUDGET` with what is left, `NO_ROUTE`, and
 * `CHAIN_UNREACHABLE`.
 */
export type AdmitPayment = (
  presented: Presentation,
  asked: AskedTransfer,
  isRepeat: boolean,
  signal: AbortSignal,
) => Promise<MandateHold>;

export function admitPayment(
  ports: JudgePorts & {
    readonly store: MandateStore;
    readonly custody: Pick<CustodyPort, 'verifyPermit'>;
  },
): AdmitPayment {
  const judge = judgeTransfer(ports);
  return async (presented, asked, isRepeat, signal) => {
    const { mandate, payment, closedHash, nonceHash, reference } = presented;
    const { cents, claims } = payment;
    const hold = {
      mandateId: mandate.id,
      agentKeyId: mandate.agentKeyId,
      closedHash,
      nonceHash,
      reference,
      claims,
      cents,
    };
    // The answer is the route that exists. No new one can be accepted: the closed mandate is used.
    if (isRepeat) return { ...hold, worthCents: 0n };
    const { failing, left, worthCents } = await judge(presented, asked, signal);
    if (failing.length > 0) throw refusalOf(failing, left);
    await endTakenBackBeforeFirst(ports, mandate, ports.clock.now(), signal);
    return { ...hold, worthCents };
  };
}

const codes = {
  unresolved: 'UNRESOLVED_CONSTRAINT',
  broken: 'INVALID_MANDATE',
  used: 'MANDATE_BUDGET',
} as const;

function refusalOf(failing: readonly Failing[], left: Left): RelayError {
  const worst = (['unresolved', 'broken', 'used'] as const).find((why) =>
    failing.some((one) => one.why === why),
  );
  const each = failing.map(({ constraint, reason }) => `${constraint}: ${reason}`);
  return new RelayError(
    codes[worst ?? 'broken'],
    { failing: each, ...leftDetails(left) },
    `the mandate does not allow this: ${each.join('; ')}`,
  );
}

export function leftDetails({ cents, uses }: Left): Readonly<Record<string, string | number>> {
  return {
    ...(cents === null ? {} : { leftCents: cents.toString() }),
    ...(uses === null ? {} : { leftUses: uses }),
  };
}
