import {
  type Address,
  asAmount,
  defaultSlippage,
  type QuoteRequest,
  RelayError,
  type TokenRef,
  type TypedData,
  unitsWorth,
} from '@interline/kernel';
import type { AuthorizedPayment } from '@interline/ports';
import type { PreparedOrder } from '../../transfer/index.ts';
import type { Invoice } from './invoice.ts';
import type { InvoicePorts } from './invoice-ports.ts';

/**
 * - eip3009: the token itself accepts the payer's signature, and we send it
 * - permit2: a transfer from another chain, whose recipient is the invoice's address
 */
export type PayBy =
  | { readonly kind: 'eip3009'; readonly payer: Address }
  | { readonly kind: 'permit2'; readonly payer: Address; readonly from: TokenRef };

export type PaymentToSign =
  | {
      readonly kind: 'eip3009';
      readonly invoice: Invoice;
      readonly typedData: TypedData;
    }
  | {
      readonly kind: 'permit2';
      readonly order: PreparedOrder;
      readonly request: QuoteRequest & { readonly recipient: string };
    };

/** What its payer signs instead of sending a payment. Throws a quote's errors. */
export async function paymentToSign(
  ports: InvoicePorts,
  invoice: Invoice,
  token: TokenRef,
  payBy: PayBy,
): Promise<PaymentToSign> {
  return payBy.kind === 'eip3009'
    ? authorizationOf(ports, invoice, token, payBy.payer)
    : permitOf(ports, invoice, token, payBy);
}

/**
 * An EIP-3009 authorization for this invoice only. Throws `BAD_REQUEST` for a token that does not
 * support it.
 */
function authorizationOf(
  { payments }: InvoicePorts,
  invoice: Invoice,
  token: TokenRef,
  payer: Address,
): PaymentToSign {
  const typedData = payments.toAuthorize(authorizedPayment(invoice, token, payer));
  if (typedData === null)
    throw new RelayError(
      'BAD_REQUEST',
      { field: 'payWith' },
      `${token.symbol} takes no EIP-3009 signature; USDC does`,
    );
  return { kind: 'eip3009', invoice, typedData };
}

/** Valid for as long as the price is fixed. */
export function authorizedPayment(
  { id, address, amount: units, expiresAtMs: untilMs }: Invoice,
  token: TokenRef,
  payer: Address,
): AuthorizedPayment {
  return { id, payer, paid: { address }, token, units, untilMs };
}

async function permitOf(
  { transfer, price, lifetime }: InvoicePorts,
  { address, amount }: Invoice,
  to: TokenRef,
  { payer, from }: PayBy & { readonly kind: 'permit2' },
): Promise<PaymentToSign> {
  if (from.chain === to.chain)
    throw new RelayError(
      'BAD_REQUEST',
      { field: 'fromChain' },
      'a permit pays from another chain than that of the asset; on the same one sign with payWith "eip3009", or send the payment',
    );
  const [ofSource, ofTarget] = await Promise.all(
    [from, to].map((one) => price.priceOf(one, lifetime).catch(() => null)),
  );
  if (!ofSource || !ofTarget)
    throw new RelayError('NO_ROUTE', {}, `there is no price of ${from.symbol} now`);
  const worth = (amount * ofTarget.microUsd) / 10n ** BigInt(to.decimals);
  const asked = {
    lane: { from: from.chain, to: to.chain },
    from,
    to,
    amount: asAmount(unitsWorth(worth, from.decimals, ofSource)),
    payer,
    recipient: address,
    slippage: defaultSlippage,
  };
  const request = { ...asked, amount: await transfer.amountFor(asked, amount, lifetime) };
  return {
    kind: 'permit2',
    request,
    order: await transfer.prepareOrder(request, amount, [], lifetime),
  };
}
