import { allOfLane, asUnits, noUnits, RelayError, type Units, unitsWorth } from '@interline/kernel';
import { assertAccepts, chainScope } from '../../switches/index.ts';
import type { Presenter } from '../bad-passes.ts';
import { type Invoice, neverByItself, nextLookOf, openForMs } from './invoice.ts';
import type { InvoicePorts } from './invoice-ports.ts';
import { openDeposit } from './open-deposit.ts';
import { dollarAsset, payableAsset, type PayableAsset } from './payable-assets.ts';
import { type PayBy, paymentToSign, type PaymentToSign } from './payment-to-sign.ts';
import { type AssetName, type BundleName, products } from './products.ts';
import type { ShownInvoice } from './show-invoice.ts';
import type { UnpaidInvoices } from './unpaid-invoices.ts';

export interface InvoiceRequest {
  readonly bundle: BundleName;
  /** 1 to 50. */
  readonly bundles: number;
  readonly asset: AssetName;
  /** A pseudonym of the caller, for the limit of unpaid invoices per client. */
  readonly client: string;
  readonly presenter: Presenter;
  /** Refund address of a deposit; when left out, it can be set later with the claim. */
  readonly refundAddress?: string;
  /** When left out, the payer sends the payment. */
  readonly payBy?: PayBy;
}

export interface OpenedInvoice extends ShownInvoice {
  /** Returned only here. With it the refund address of a deposit can be set later. */
  readonly refundClaim: string | null;
  readonly toSign: PaymentToSign | null;
}

/**
 * Fixes a price and derives an address. Throws `BAD_REQUEST` for an asset that cannot be paid in
 * now, `BELOW_MINIMUM` for a deposit that is too small, `TOO_MANY_RECORDS`, `PAUSED` if nothing new
 * is accepted there, the errors of a quote and of a deposit, and `STORE_DOWN`.
 */
export type OpenInvoice = (request: InvoiceRequest) => Promise<OpenedInvoice>;

export function openInvoice(ports: InvoicePorts, unpaid: UnpaidInvoices): OpenInvoice {
  const open = openOne(ports);
  return async (request) => {
    const id = `inv_${ports.entropy.hex(16)}`;
    // A deposit is limited as a deposit.
    if (request.asset === 'btc') return open(id, request, true);
    const expiresAtMs = ports.clock.now() + openForMs;
    // In the private lane each pass is a client, and passes are cheap, so all of the lane share one
    // limit.
    const client = request.presenter === 'lane' ? allOfLane : request.client;
    const isLookedAt = await unpaid.add(client, request.presenter, { id, expiresAtMs });
    return open(id, request, isLookedAt).catch((error: unknown) => {
      unpaid.remove(client, id);
      throw error;
    });
  };
}

function openOne(
  ports: InvoicePorts,
): (id: string, request: InvoiceRequest, isLookedAt: boolean) => Promise<OpenedInvoice> {
  const { store, payments, inventory, lifetime } = ports;
  return async (id, request, isLookedAt) => {
    const { bundle, bundles, asset } = request;
    const payable = asset === 'btc' ? await dollarAsset(ports) : await payableAsset(ports, asset);
    if (payable === null)
      throw new RelayError(
        'BAD_REQUEST',
        { field: 'asset' },
        `${asset} cannot be paid in now; GET /api/plus/info lists under assets what can`,
      );
    const { token } = payable;
    await assertAccepts(store.reads, ['service', chainScope(token.chain)]);
    const priceMicroUsd = products[bundle].priceMicroUsd * BigInt(bundles);
    const amount = priceIn(payable, priceMicroUsd);
    const { chain, address, collector, recipient } = payments.addressOf(token.chain, id);
    const opened =
      asset === 'btc'
        ? await openDeposit(ports, { ...request, priceMicroUsd, amount, token, address })
        : null;
    const nowMs = ports.clock.now();
    const times = {
      createdAtMs: nowMs,
      expiresAtMs: opened?.deposit.expiresAtMs ?? nowMs + openForMs,
      pending: noUnits,
      received: noUnits,
    };
    const invoice: Invoice = {
      id,
      version: 1,
      bundle,
      bundles,
      asset,
      chain,
      token: token.address,
      address,
      collector,
      recipient,
      routeId: opened?.deposit.routeId ?? null,
      authorizationId: null,
      authorizedBy: null,
      amount,
      confirmations: await inventory.confirmations(token, amount, lifetime),
      ...times,
      credited: noUnits,
      held: noUnits,
      block: null,
      blockAtMs: nowMs,
      collection: null,
      issued: 0,
      exhaustedAtMs: null,
      nextLookMs: isLookedAt ? nextLookOf(times, await ports.sureTime()) : neverByItself,
      nextCollectMs: null,
      collectTries: 0,
      txs: [],
    };
    const { payBy } = request;
    const toSign = payBy === undefined ? null : await paymentToSign(ports, invoice, token, payBy);
    await store.run('open-invoice', ({ invoices }) => invoices.insertInvoice(invoice));
    return {
      invoice,
      state: 'open',
      deposit: opened?.deposit ?? null,
      refundTx: null,
      held: null,
      refundClaim: opened?.refundClaim ?? null,
      toSign,
    };
  };
}

/** Rounded up. A dollar token counts at par. */
function priceIn({ token, microUsd }: PayableAsset, priceMicroUsd: bigint): Units {
  const price = { microUsd: token.asset === 'USD' ? 1_000_000n : microUsd, asOfMs: 0 };
  return asUnits(unitsWorth(priceMicroUsd, token.decimals, price));
}
