import type { UseCases } from '@interline/core';
import type { ShownInvoice } from '@interline/core/passes';
import { asHex, evmAddress, isEvmAddressShape } from '@interline/kernel';
import { sell, type Sold, wantsToPay } from '../payments/own-sale.ts';
import { defineEndpoint } from '../server/endpoint.ts';
import { laneNetwork } from '../server/limits/lane-network.ts';
import { perMinute, readLimit } from '../server/limits/request-limit.ts';
import { parseEvmAddress } from '../server/parse/parse-address.ts';
import { parseBlinded } from './parse.ts';
import { parseInvoiceRequest } from './parse-invoice.ts';
import { presentInvoice, presentInvoiceStatus } from './present-invoice.ts';
import {
  claimAnswer,
  claimBody,
  invoiceAnswer,
  invoiceBody,
  invoicePath,
  invoiceStatus,
  payBody,
} from './schemas.ts';
import { claimBodyCapBytes } from './terms.ts';

const sampleId = 'inv_0f1e2d3c4b5a69788796a5b4c3d2e1f0';

export const createInvoiceEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/plus/invoice',
  summary: 'Buys passes: an address and an amount for this invoice alone, at a locked price.',
  limit: perMinute('plus-invoice', 20),
  request: { body: invoiceBody },
  example: { bundle: 'bundle', asset: 'usdc-8453' },
  response: invoiceAnswer,
  changes: 'pass',
  errors: [
    'MISSING_FIELD',
    'BODY_TOO_LARGE',
    'PLUS_DISABLED',
    'PAUSED',
    'BELOW_MINIMUM',
    'NATIVE_NOT_PULLABLE',
    'UNROUTABLE_LANE',
    'UNSUPPORTED_DIRECTION',
    'TOO_MANY_RECORDS',
    'BELOW_AGREED_OUTPUT',
    'NO_ROUTE',
    'INSUFFICIENT_FLOAT',
    'BUDGET_SPENT',
    'ACCOUNT_STOPPED',
    'CHAIN_UNREACHABLE',
    'STORE_DOWN',
  ],
  async handle({ body, address, client, deps }) {
    const { passes, invoices } = deps.useCases;
    passes.assertEnabled();
    const presenter = address === laneNetwork ? 'lane' : 'client';
    const asked = parseInvoiceRequest(body, deps);
    const opened = await invoices.openInvoice({ ...asked, client, presenter });
    return presentInvoice(opened, invoices.uriOf);
  },
});

export const readInvoiceEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/plus/invoice/{id}',
  summary: "An invoice's state, and how many passes it still pays for.",
  limit: readLimit('plus-invoice-read'),
  request: { params: invoicePath },
  example: { id: sampleId },
  response: invoiceStatus,
  otherAnswers: [
    {
      status: 402,
      description:
        'With `Prefer: x402`, while nothing came and no payment is under way: `PAYMENT-REQUIRED` says what to sign, and the same request with `PAYMENT-SIGNATURE` pays it. The payment names its payer: claim the passes later, and by another way.',
      shape: 'PassInvoiceStatus',
    },
  ],
  errors: [
    'PLUS_DISABLED',
    'UNKNOWN_RECORD',
    'FACILITATOR_QUOTA',
    'IDEMPOTENCY_CONFLICT',
    'GAS_CEILING',
    'ACCOUNT_STOPPED',
    'GAS_EXHAUSTED',
    'PAUSED',
    'CHAIN_UNREACHABLE',
    'STORE_DOWN',
  ],
  async handle({ params, ...input }) {
    const { passes, invoices } = input.deps.useCases;
    passes.assertEnabled();
    const { id } = params;
    const shown = await invoices.readInvoice(id);
    if (!wantsToPay(input.headers)) return presentInvoiceStatus(shown, invoices.uriOf);
    const sold = await sellInvoice(input, shown);
    const now = sold === 'unpaid' ? shown : await afterSale(invoices, shown, input.signal);
    return presentInvoiceStatus(now, invoices.uriOf);
  },
});

/** Nothing is asked for what is paid or about to be, whose payer signed for it otherwise, or is paid in coin. */
async function sellInvoice(
  input: Parameters<typeof sell>[0],
  { invoice, state }: ShownInvoice,
): Promise<Sold> {
  const { x402 } = input.deps.useCases;
  const { id, chain, token, address, amount, routeId, authorizationId } = invoice;
  if (!x402.isEnabled || state !== 'open' || !isEvmAddressShape(address)) return 'unpaid';
  if (routeId !== null || authorizationId !== null) return 'unpaid';
  const payTo = evmAddress(address);
  const isPaying = input.headers['payment-signature'] !== undefined;
  if (!isPaying && (await x402.isSold({ chain, to: payTo }))) return 'sold';
  const demand = await x402.demandFor({ chain, token, payTo, units: amount }, input.signal);
  if (demand === null) return 'unpaid';
  const path = `${input.deps.basePath}/api/plus/invoice/${id}`;
  const resource = { path, description: 'passes of this service' };
  return sell(input, { demands: [demand], resource, invoiceId: id });
}

/** A payment that another request brought is in a block by then, as a rule. */
const looksAtMost = 10;
/** Where its chain hangs a look takes seconds. */
const looksWithinMs = 10_000;

/** Looked at once a second, so that the answer says at once that it is paid, also by another's payment. */
async function afterSale(
  { readInvoice }: UseCases['invoices'],
  shown: ShownInvoice,
  signal: AbortSignal,
): Promise<ShownInvoice> {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(looksWithinMs)]);
  let now = shown;
  for (let looks = 0; looks < looksAtMost && now.state === 'open' && !ended.aborted; looks += 1)
    now = await readInvoice(shown.invoice.id, { isJustPaid: true });
  return now;
}

export const payEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/plus/pay',
  summary: "Sends an invoice payer's signed USDC transfer (EIP-3009), at our cost.",
  limit: perMinute('plus-pay', 20),
  request: { body: payBody },
  example: {
    invoiceId: sampleId,
    fromAddress: '0x1111111111111111111111111111111111111111',
    signature: `0x${'1b'.repeat(65)}`,
  },
  response: invoiceStatus,
  changes: 'pass',
  errors: [
    'MISSING_FIELD',
    'BODY_TOO_LARGE',
    'PLUS_DISABLED',
    'UNKNOWN_RECORD',
    'INVOICE_EXPIRED',
    'PAYER_NOT_READY',
    'PERMIT_INVALID',
    'GAS_CEILING',
    'ACCOUNT_STOPPED',
    'PAUSED',
    'CHAIN_UNREACHABLE',
    'STORE_DOWN',
  ],
  async handle({ body: { invoiceId, fromAddress, signature }, client, deps }) {
    const { passes, invoices } = deps.useCases;
    passes.assertEnabled();
    const shown = await invoices.payAuthorized({
      invoiceId,
      payer: parseEvmAddress(deps.addresses, fromAddress, 'fromAddress'),
      signature: asHex(signature),
      client,
    });
    return presentInvoiceStatus(shown, invoices.uriOf);
  },
});

export const claimEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/plus/claim',
  summary: 'Signs blinded values that an invoice paid for, all or none; a repeat costs nothing.',
  limit: { ...perMinute('plus-claim', 60), isFixed: true, isCountedLateInLane: true },
  bodyCapBytes: claimBodyCapBytes,
  request: { body: claimBody },
  example: { invoiceId: sampleId, blinded: [Buffer.alloc(256, 1).toString('base64')] },
  response: claimAnswer,
  changes: 'pass',
  anyOrigin: true,
  errors: [
    'MISSING_FIELD',
    'BODY_TOO_LARGE',
    'PLUS_DISABLED',
    'UNKNOWN_RECORD',
    'CHAIN_UNREACHABLE',
    'INVOICE_NOT_PAID',
    'INVOICE_EXPIRED',
    'QUOTA_EXCEEDED',
    'KEY_ROTATED',
    'MINT_ROTATION_UNWITNESSED',
    'SIGNER_BUSY',
    'STORE_DOWN',
  ],
  async handle({ body, deps, countInLane }) {
    const { passes, invoices } = deps.useCases;
    passes.assertEnabled();
    const { signatures, key, issued, remaining } = await invoices.claimPasses({
      invoiceId: body.invoiceId,
      blinded: body.blinded.map(parseBlinded),
      seq: body.seq ?? null,
      txHash: body.txHash ?? null,
      count: countInLane,
    });
    return {
      blindSigs: signatures.map((signature) => Buffer.from(signature).toString('base64')),
      seq: key.seq,
      thumb: key.thumb,
      issued,
      remaining,
    };
  },
});
