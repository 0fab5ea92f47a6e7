import {
  canonicalText,
  type Amount,
  type ChainRef,
  costCents,
  type Memo,
  type Ppm,
  recipientName,
  RelayError,
  type SignedPermit,
  type TokenRef,
} from '@interline/kernel';
import type { Clock, CustodyPort, Entropy, PricePort, SdJwts } from '@interline/ports';
import type { MandateWord } from '../transfer/index.ts';
import { endTakenBackBeforeFirst } from './end-taken-back.ts';
import { type Failing, judgePayment } from './judge-payment.ts';
import { type Left, leftOf, type Mandate } from './mandate.ts';
import type { Presentation } from './read-presentation.ts';
import type { MandateStore } from './repository.ts';

/** The transfer that the agent requests. */
export interface AskedPayment {
  readonly lane: { readonly to: ChainRef };
  readonly from: TokenRef;
  readonly amount: Amount;
  readonly recipient: string;
  readonly memo?: Memo;
  readonly slippage: Ppm;
  /** The most that the agent's policy allows. */
  readonly maxSlippage: Ppm;
  /** The whole body, as the client sent it. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Judged {
  readonly failing: readonly Failing[];
  readonly left: Left;
  readonly worthCents: bigint;
}

interface Ports {
  readonly store: Pick<MandateStore, 'reads'>;
  readonly sdJwts: Pick<SdJwts, 'hashOf'>;
  readonly price: PricePort;
  readonly clock: Pick<Clock, 'now'>;
}

/** Everything in the payment that the mandate does not allow now. Uses nothing up. Throws `NO_ROUTE`. */
export type JudgeAsked = (
  presented: Presentation,
  asked: AskedPayment,
  signal: AbortSignal,
) => Promise<Judged>;

export function judgeAsked({ store, sdJwts, price, clock }: Ports): JudgeAsked {
  return async ({ mandate, payment }, asked, signal) => {
    const { lane, from, amount, recipient, memo, slippage, maxSlippage, body } = asked;
    const worthCents = await worthInCents(price, from, amount, signal);
    const now = (await store.reads.mandates.mandate(mandate.id)) ?? mandate;
    const unitsTaken = await store.reads.mandates.unitsTaken(mandate.id);
    const failing = [
      ...judgeCeiling(now, { from, amount, unitsTaken }),
      ...judgePayment(
        mandate.terms,
        payment,
        {
          transactionId: sdJwts.hashOf(canonicalText(unsigned(body))),
          payeeId: `${lane.to}:${recipientName(recipient, memo)}`,
          instrumentId: `${from.chain}/erc20:${from.address}`,
          worthCents,
          slippage,
          maxSlippage,
          anyReference: sdJwts.hashOf('interline:any'),
          atMs: clock.now(),
        },
        {
          cents: now.reserved + now.spent,
          uses: now.uses,
          windows: await store.reads.mandates.usedWindows(mandate.id),
        },
      ),
    ];
    return { failing, left: leftOf(now), worthCents };
  };
}

/** The body that both sides hash: without its signatures. */
function unsigned(body: AskedPayment['body']): AskedPayment['body'] {
  const { permit2: _permit2, mandate: _mandate, ...rest } = body;
  return rest;
}

/** An allowance covers one token on one chain. */
function judgeCeiling(
  { ceiling }: Mandate,
  { from, amount, unitsTaken }: Pick<AskedPayment, 'from' | 'amount'> & { unitsTaken: bigint },
): readonly Failing[] {
  const failing = (reason: string, why: Failing['why'] = 'broken'): readonly Failing[] => [
    { constraint: 'allowance', reason, why },
  ];
  const { units } = ceiling;
  if (ceiling.chain !== from.chain || ceiling.token !== from.address)
    return failing(`it covers ${ceiling.token} on ${ceiling.chain} only`);
  if (amount > units) return failing(`it covers ${units} units in all`);
  return unitsTaken + amount > units
    ? failing(`${unitsTaken} of its ${units} units are used`, 'used')
    : [];
}

/**
 * Judges the payment by its mandate as it stands now, and returns what the accepting unit will hold the route to.
 * Throws `UNRESOLVED_CONSTRAINT`, `INVALID_MANDATE`, `MANDATE_BUDGET` with what is left, `NO_ROUTE`, and
 * `CHAIN_UNREACHABLE`.
 */
export type AdmitPayment = (
  presented: Presentation,
  asked: AskedPayment,
  isRepeat: boolean,
  signal: AbortSignal,
) => Promise<MandateWord>;

export function admitPayment(
  ports: Ports & {
    readonly store: MandateStore;
    readonly custody: Pick<CustodyPort, 'verifyPermit'>;
  },
): AdmitPayment {
  const judge = judgeAsked(ports);
  return async (presented, asked, isRepeat, signal) => {
    const { mandate, payment, closedHash, nonceHash, reference } = presented;
    const { cents, claims } = payment;
    const word = {
      mandateId: mandate.id,
      agentKeyId: mandate.agentKeyId,
      closedHash,
      nonceHash,
      reference,
      claims,
      cents,
    };
    // The answer is the route that exists. No new one can be accepted: the closed mandate is used.
    if (isRepeat) return { ...word, worthCents: 0n };
    const { failing, left, worthCents } = await judge(presented, asked, signal);
    if (failing.length > 0) throw refusalOf(failing, left);
    await endTakenBackBeforeFirst(ports, mandate, ports.clock.now(), signal);
    return { ...word, worthCents };
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

/** The pull of a payment out of its mandate's ceiling. The chain enforces the ceiling and does not know the mandate. */
export function permitUnder({ ceiling }: Mandate, amount: Amount, entropy: Entropy): SignedPermit {
  const { chain, owner, token, units, expiresSec, nonce, sigDeadline, signature } = ceiling;
  return {
    chain,
    owner,
    token,
    units: amount,
    signature,
    // Not a nonce of the chain: it only distinguishes this payment from the payer's others.
    nonce: BigInt(`0x${entropy.hex(32)}`),
    deadline: BigInt(expiresSec),
    ceiling: { units, nonce, sigDeadline },
  };
}

/** The amount's worth in cents now, rounded up. */
async function worthInCents(
  price: PricePort,
  token: TokenRef,
  amount: bigint,
  signal: AbortSignal,
): Promise<bigint> {
  const now = await price.priceOf(token, signal);
  if (now === null)
    throw new RelayError(
      'NO_ROUTE',
      {},
      `${token.symbol} has no price now, so the payment cannot be judged by its mandate; try again shortly`,
    );
  return costCents(amount, token.decimals, now);
}
