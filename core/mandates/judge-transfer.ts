import {
  canonicalText,
  type Amount,
  type ChainRef,
  costCents,
  type Memo,
  type Ppm,
  recipientName,
  RelayError,
  type TokenRef,
} from '@interline/kernel';
import type { Clock, PricePort, SdJwts } from '@interline/ports';
import { type Failing, judgePayment } from './judge-payment.ts';
import { type Left, leftOf, type Mandate } from './mandate.ts';
import type { Presentation } from './read-presentation.ts';
import type { MandateStore } from './repository.ts';

/** The transfer that the agent requests. */
export interface AskedTransfer {
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

export interface JudgePorts {
  readonly store: Pick<MandateStore, 'reads'>;
  readonly sdJwts: Pick<SdJwts, 'hashOf'>;
  readonly price: PricePort;
  readonly clock: Pick<Clock, 'now'>;
}

/** Everything in the transfer that the mandate does not allow now. Uses nothing up. Throws `NO_ROUTE`. */
export type JudgeTransfer = (
  presented: Presentation,
  asked: AskedTransfer,
  signal: AbortSignal,
) => Promise<Judged>;

export function judgeTransfer({ store, sdJwts, price, clock }: JudgePorts): JudgeTransfer {
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
function unsigned(body: AskedTransfer['body']): AskedTransfer['body'] {
  const { permit2: _permit2, mandate: _mandate, ...rest } = body;
  return rest;
}

/** An allowance covers one token on one chain. */
function judgeCeiling(
  { ceiling }: Mandate,
  { from, amount, unitsTaken }: Pick<AskedTransfer, 'from' | 'amount'> & { unitsTaken: bigint },
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
