import {
  type Invoice,
  type InvoiceState,
  type OpenedInvoice,
  type PaymentToSign,
  products,
  quotaOf,
  remainingOf,
  type ShownInvoice,
} from '@interline/core/passes';
import { hasLock } from '@interline/core/transfer';
import { chainToWire } from '@interline/kernel';
import type * as z from 'zod';
import { presentAddress } from '../server/present/present-address.ts';
import { presentSignRequest, presentTypedData } from '../transfer/agent/present.ts';
import { presentExecuteBody } from '../transfer/execute/present.ts';
import { paymentUri } from '../transfer/status/present-deposit.ts';
import type { invoiceAnswer, invoiceStatus } from './schemas.ts';

type InvoiceWire = z.input<typeof invoiceAnswer>;
type Shape = Omit<InvoiceWire, 'signRequest' | 'execute' | 'routeId' | 'refundClaim'>;

/** `uriOf`: what a wallet reads a payment at the invoice's own address from. */
export function presentInvoice(
  { refundClaim, toSign, ...shown }: OpenedInvoice,
  uriOf: (invoice: Invoice) => string,
): InvoiceWire {
  const { routeId } = shown.invoice;
  return {
    ...shapeOf(shown, uriOf),
    ...(routeId === null ? {} : { routeId }),
    ...(refundClaim === null ? {} : { refundClaim }),
    ...(toSign === null ? {} : presentToSign(toSign)),
  };
}

export function presentInvoiceStatus(
  shown: ShownInvoice,
  uriOf: (invoice: Invoice) => string,
): z.input<typeof invoiceStatus> {
  const { invoice, deposit, refundTx } = shown;
  const there = deposit?.outputs.filter(({ isGone }) => !isGone) ?? null;
  return {
    ...shapeOf(shown, uriOf),
    received:
      there === null
        ? String(invoice.received)
        : String(there.reduce((sum: bigint, { units }) => sum + units, 0n)),
    txs: there === null ? [...invoice.txs] : [...new Set(there.map(({ tx }) => tx))],
    issued: invoice.issued,
    remaining: remainingOf(invoice),
    refundTx,
  };
}

function shapeOf(
  { invoice, state, deposit, held }: ShownInvoice,
  uriOf: (invoice: Invoice) => string,
): Shape {
  const { id, bundle, bundles, asset } = invoice;
  const { passes, priceMicroUsd } = products[bundle];
  return {
    id,
    state,
    bundle,
    bundles,
    tokens: Math.max(quotaOf(invoice), passes * bundles),
    usd: (Number(priceMicroUsd / 10_000n) * bundles) / 100,
    asset,
    ...(deposit === null
      ? {
          chainId: chainToWire(invoice.chain),
          symbol: asset.startsWith('eth-') ? 'ETH' : 'USDC',
          payTo: presentAddress(invoice.chain, invoice.address),
          amount: String(invoice.amount),
          uri: uriOf(invoice),
          confirmations: invoice.confirmations,
          expiresAt: invoice.expiresAtMs,
          note: notes[state],
        }
      : {
          chainId: chainToWire(deposit.chain),
          symbol: 'BTC',
          payTo: deposit.address,
          amount: String(deposit.agreed),
          uri: paymentUri(deposit.address, deposit.agreed, { decimals: 8 }),
          confirmations: deposit.confirmations,
          expiresAt: hasLock(deposit) ? deposit.lockedUntilMs : deposit.expiresAtMs,
          note: noteOfDeposit(state, held),
        }),
  };
}

function presentToSign(toSign: PaymentToSign): Pick<InvoiceWire, 'signRequest' | 'execute'> {
  if (toSign.kind === 'permit2') {
    const { order, request } = toSign;
    return {
      signRequest: presentSignRequest(order.signRequest),
      execute: {
        ...presentExecuteBody(request, order.minOut, {
          slippage: undefined,
          excludeRails: undefined,
          isOptIn: true,
        }),
        toAddress: presentAddress(request.lane.to, request.recipient),
      },
    };
  }
  const { invoice, typedData } = toSign;
  return {
    signRequest: {
      mode: 'eip3009',
      chainId: typedData.domain.chainId,
      tokenAddress: presentAddress(invoice.chain, invoice.token),
      amount: String(invoice.amount),
      eip712: presentTypedData(typedData),
    },
  };
}

/**
 * Money that waits to go back has its own reason, and a refund leaves the client nothing else to
 * do.
 */
function noteOfDeposit(state: InvoiceState, held: ShownInvoice['held']): string {
  const note = depositNotes[state] ?? notes[state];
  if (held === null) return note;
  const waits = `${held.error} ${held.suggestedAction}`;
  return state === 'refunded' ? waits : `${note} ${waits}`;
}

const keepIt =
  'Any client that knows the id may claim the passes, so keep it secret, and keep it until they are claimed.';

const notes: Readonly<Record<InvoiceState, string>> = {
  open: `Send the amount to payTo, in one payment or several; then claim the passes with POST /api/plus/claim. What comes within a day is taken at this price, later at that of the day. Nothing is sent back: what is paid beyond the amount pays for further bundles, as far as it pays for whole ones. ${keepIt}`,
  confirming: 'A payment was seen; it counts once it is as deep as confirmations says.',
  paid: `Claim the passes with POST /api/plus/claim, at most 1,000 at once. ${keepIt}`,
  exhausted:
    'All passes were signed. Until a week after the end of their key the same claims have the same answers, for a client that lost one.',
  underpaid: 'Less came than the amount; send the rest to payTo.',
  expired: 'Nothing came in time; make a new invoice. What still comes counts all the same.',
  refunded:
    'What was deposited goes back to the refund address, less what its miner takes; make a new invoice.',
};

/** What is other for a deposit: it can go back. */
const depositNotes: Partial<Record<InvoiceState, string>> = {
  open: `Send the amount to payTo, in one payment or several, before expiresAt; the passes are there once it has its confirmations and has arrived. What is too little, or comes so late that it is worth less than the price, goes back to the refund address: name one. ${keepIt}`,
  confirming: 'The deposit was seen; the passes are there once it is deep enough and has arrived.',
  underpaid: 'Less came than the amount; send the rest to payTo, or it goes back.',
  expired: 'Nothing came in time; make a new invoice. What still comes goes back.',
};
