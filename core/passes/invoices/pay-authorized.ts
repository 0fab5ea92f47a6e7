import {
  type Address,
  allOfLane,
  asAddress,
  asUnits,
  type Hex,
  isLaneClient,
  isRelayError,
  maxUint256,
  RelayError,
  type Transaction,
  utcDay,
} from '@interline/kernel';
import type { Prepared, Quota } from '@interline/ports';
import { assertServed, unknownInvoice } from './claim-passes.ts';
import type { Invoice } from './invoice.ts';
import { authorizedPayment } from './payment-to-sign.ts';
import { tokenAt } from './products.ts';
import type { InvoiceUnit, InvoiceView } from './repository.ts';
import { type ShownInvoice, showInvoice } from './show-invoice.ts';
import { type CallPorts, commitCall, isTooDear, prepareInvoiceCall } from './spender-calls.ts';

export interface SignedPayment {
  readonly invoiceId: string;
  readonly payer: Address;
  /** 65 bytes. */
  readonly signature: Hex;
  /** A pseudonym of the caller that sends it. */
  readonly client: string;
}

/**
 * Sends a payer's signed authorization (EIP-3009) for an invoice, at our cost. The arrival is
 * counted like any payment, so it does no harm if a third party sends the same authorization first.
 * A repeat, or an authorization for an invoice that already got money, does nothing. Throws
 * `UNKNOWN_RECORD`, `BAD_REQUEST`, `INVOICE_EXPIRED`, `PAYER_NOT_READY`, `PERMIT_INVALID`,
 * `GAS_CEILING`, `RATE_LIMITED`, `PAUSED`, `CHAIN_UNREACHABLE`, `STORE_DOWN`.
 */
export type PayAuthorized = (payment: SignedPayment) => Promise<ShownInvoice>;

const sentAtMost = {
  client: { requests: 10, perMs: 3_600_000 },
  all: { requests: 5_000, perMs: 86_400_000 },
  // In the private lane each pass is a client, and passes are cheap, so half of the limit is
  // reserved for identified clients.
  lane: { requests: 2_500, perMs: 86_400_000 },
} as const satisfies Record<string, Quota>;

/** Each may revert at our cost if its payer spends the money meanwhile. Maximum per UTC day. */
const revertedAtMost = 200n;
const dayMs = 86_400_000;
const revertedBudget = 'reverted-authorizations';
/** Reverts by the private lane's clients, which may use half of the limit. */
const revertedInLane = `${revertedBudget}:${allOfLane}`;
/** Usually a transaction is mined by then. */
const underWayMs = 10_000;
/** Maximum number of a payer's authorizations checked for a pending one. */
const lookedAt = 20;

const authorizationPrefix = 'pay_';
/** The transaction's owner tells whether its failures count for the lane. */
const lanePrefix = `${authorizationPrefix}${allOfLane}_`;

/**
 * An authorization's gas may cost at most half of what it brings, because passes have no other cost
 * for us.
 */
const dearPart = 2n;

export function payAuthorized(
  ports: CallPorts,
  look: (invoice: Invoice) => Promise<Invoice>,
): PayAuthorized {
  const { store, clock } = ports;
  return async ({ client, ...payment }) => {
    const invoice = await store.reads.invoices.invoice(payment.invoiceId);
    if (invoice === null) throw unknownInvoice();
    if (invoice.authorizationId !== null) await assertUnderWay(ports, invoice.authorizationId);
    else if (isUnpaid(invoice)) {
      assertServed(ports, invoice);
      if (clock.now() >= invoice.expiresAtMs) throw new RelayError('INVOICE_EXPIRED');
      const prepared = await prepareAuthorized(ports, invoice, payment, look);
      if (prepared !== null) {
        await assertNoneOpen(store.reads, invoice, payment.payer);
        await assertFew(ports, client);
        const owner = `${isLaneClient(client) ? lanePrefix : authorizationPrefix}${ports.entropy.hex(12)}`;
        const authorizedBy = payment.payer;
        const change = { authorizationId: owner, authorizedBy, nextLookMs: await ports.sureTime() };
        const assertFree = (tx: InvoiceUnit) => assertNoneOpen(tx, invoice, authorizedBy);
        await commitCall(ports, invoice, {
          name: 'send-authorization',
          owner,
          prepared,
          // A look that found nothing changes the invoice too; an operator's order changes its
          // asset.
          isDue: (now) => isUnpaid(now) && isPricedAlike(now, invoice),
          change,
          assertFree,
        });
      }
    }
    return showInvoice(ports, (await store.reads.invoices.invoice(invoice.id)) ?? invoice);
  };
}

function isUnpaid({ authorizationId, received, pending }: Invoice): boolean {
  return authorizationId === null && received + pending === 0n;
}

/** The signed authorization pays only in that asset. */
function isPricedAlike(one: Invoice, other: Invoice): boolean {
  return one.chain === other.chain && one.token === other.token && one.amount === other.amount;
}

/**
 * All of a payer's authorizations draw on one balance, and those beyond it revert at our cost. Also
 * refused while an x402 payment is on its way to the same address, so that an invoice is not paid
 * twice.
 */
async function assertNoneOpen(
  { invoices, transactions, payments }: Pick<InvoiceView, 'invoices' | 'transactions' | 'payments'>,
  { chain, token, address }: Invoice,
  payer: Address,
): Promise<void> {
  const sold = await payments.settlementTo(chain, address);
  // One that was made counts too: the address is looked at some seconds later.
  if (sold?.token === token)
    throw new RelayError(
      'RATE_LIMITED',
      { retryAfterMs: underWayMs },
      'this invoice is being paid by x402; look at it once that payment is in a block',
    );
  const others = (await invoices.invoicesAuthorizedBy(payer, lookedAt)).filter(
    (other) => other.chain === chain && other.token === token,
  );
  for (const { authorizationId } of others) {
    if (authorizationId === null) continue;
    const sent = await transactions.transactionsOf(authorizationId);
    if (sent.at(-1)?.state === 'open')
      throw new RelayError(
        'RATE_LIMITED',
        { retryAfterMs: underWayMs },
        'another authorization of this payer is under way; send this one once that is in a block',
      );
  }
}

/** Must run in the unit that settles it. */
export async function countReverted(
  { transactions }: Pick<InvoiceUnit, 'transactions'>,
  { owner }: Transaction,
  nowMs: number,
): Promise<void> {
  if (!owner.id.startsWith(authorizationPrefix)) return;
  const budgets = [revertedBudget, ...(owner.id.startsWith(lanePrefix) ? [revertedInLane] : [])];
  await transactions.charge(
    budgets.map((budget) => ({ budget, units: asUnits(1n), limit: asUnits(maxUint256) })),
    utcDay(nowMs),
  );
}

async function assertUnderWay({ store }: CallPorts, authorizationId: string): Promise<void> {
  const sent = await store.reads.transactions.transactionsOf(authorizationId);
  if (sent.at(-1)?.state === 'reverted')
    throw new RelayError(
      'PAYER_NOT_READY',
      {},
      'the authorization was sent and failed: the payer had spent the money by then; send the payment, or make a new invoice',
    );
}

/** Null if a third party has sent the same authorization, and it paid. */
async function prepareAuthorized(
  ports: CallPorts,
  invoice: Invoice,
  { payer, signature }: Pick<SignedPayment, 'payer' | 'signature'>,
  look: (invoice: Invoice) => Promise<Invoice>,
): Promise<Prepared | null> {
  const { custody, payments, tokens, lifetime } = ports;
  const { chain, amount } = invoice;
  const token = tokenAt(tokens, invoice);
  const payment = token === null ? null : authorizedPayment(invoice, token, payer);
  if (token === null || payment === null || payments.toAuthorize(payment) === null)
    throw new RelayError('BAD_REQUEST', { field: 'invoiceId' }, 'no signature pays this invoice');
  const isPaid = async (): Promise<boolean> => {
    const { received, pending } = await look(invoice);
    return received + pending > 0n;
  };
  const { balance } = await custody.payerState(chain, asAddress(token.address), payer, lifetime);
  if (balance < amount && (await isPaid())) return null;
  if (balance < amount)
    throw new RelayError(
      'PAYER_NOT_READY',
      {},
      `the payer holds ${balance} of ${token.symbol}, which is less than the amount of ${amount}`,
    );
  const call = payments.authorized(payment, signature);
  const prepared = await prepareInvoiceCall(ports, invoice, call).catch(async (error: unknown) => {
    if (!isRelayError(error) || error.code !== 'SIMULATION_FAILED') throw error;
    if (await isPaid()) return null;
    throw notGenuine();
  });
  if (prepared === null) return null;
  if (await isTooDear(ports, invoice, { units: amount, part: dearPart }, prepared))
    throw new RelayError(
      'GAS_CEILING',
      { chain },
      'inclusion costs more than half of the price now; send the payment yourself, or try again later',
    );
  return prepared;
}

function notGenuine(): RelayError {
  return new RelayError(
    'PERMIT_INVALID',
    {},
    "the token refuses the authorization: sign the invoice's signRequest.eip712 as it is, with the payer's key, once",
  );
}

async function assertFew({ rateLimiter, store, clock }: CallPorts, client: string): Promise<void> {
  const nowMs = clock.now();
  const { transactions } = store.reads;
  const isInLane = isLaneClient(client);
  const reverted = await transactions.spent(revertedBudget, utcDay(nowMs));
  const ofLane = isInLane ? await transactions.spent(revertedInLane, utcDay(nowMs)) : 0n;
  if (reverted >= revertedAtMost || ofLane * 2n >= revertedAtMost)
    throw new RelayError(
      'RATE_LIMITED',
      { retryAfterMs: dayMs - (nowMs % dayMs) },
      `${isInLane && reverted < revertedAtMost ? `${ofLane} of the private lane's` : reverted} authorizations failed at our cost today; send the payment yourself, or try again tomorrow (UTC)`,
    );
  const takes = [
    [`authorizations of ${client}`, sentAtMost.client],
    ...(isInLane ? ([[`authorizations of ${allOfLane}`, sentAtMost.lane]] as const) : []),
    ['authorizations of all', sentAtMost.all],
  ] as const;
  for (const [bucket, quota] of takes) {
    const admission = await rateLimiter.take([bucket], quota);
    if (!admission.isAdmitted)
      throw new RelayError(
        'RATE_LIMITED',
        { retryAfterMs: admission.retryAfterMs },
        `${quota.requests} authorizations were sent within ${quota.perMs / 3_600_000} h; send the payment yourself, or try again later`,
      );
  }
}
