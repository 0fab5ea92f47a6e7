import type { SaleDemand, Settled } from '@interline/core/payments';
import { evmAddress, isRecord, RelayError } from '@interline/kernel';
import type { IncomingHttpHeaders } from 'node:http';
import { parseJsonObject } from '../server/body/parse-json.ts';
import type { EndpointInput } from '../server/endpoint.ts';
import { parseShape } from '../server/parse/parse-shape.ts';
import { checksummed } from '../server/present/present-address.ts';
import { parsePayment } from './parse.ts';
import { presentSettled } from './present.ts';
import { facilitatorBody } from './schemas.ts';

/** Whether the client prefers to pay (`Prefer: x402`, RFC 7240), or pays with this request. */
export function wantsToPay(headers: IncomingHttpHeaders): boolean {
  const prefers = [headers['prefer'] ?? []].flat().join(',');
  return /(^|[,;\s])x402($|[,;\s])/i.test(prefers) || headers['payment-signature'] !== undefined;
}

type SaleInput = Pick<
  EndpointInput,
  'headers' | 'address' | 'client' | 'signal' | 'deps' | 'setStatus' | 'setHeader'
>;

/** A limit, because checking a payment costs node requests. */
const looks = { requests: 20, perMs: 60_000 };

/**
 * - paid: by the payment that this request carries
 * - sold: another payment pays for what is sold once; nothing is demanded, and this payment was not
 *   sent
 * - unpaid: the answer is 402 with our demands
 */
export type Sold = 'paid' | 'sold' | 'unpaid';

/** What is sold: passes by an invoice, whose address is the recipient of its demands, or a request. */
interface Sale {
  readonly demands: readonly SaleDemand[];
  /** `path` with the base path, as the request named it. */
  readonly resource: { readonly path: string; readonly description: string };
  readonly invoiceId: string | null;
}

/**
 * Sells by x402: answers 402 with our demands, or settles the payment that the request carries. The
 * payment is checked against our own demand, not against what it says it accepted. Throws
 * `RATE_LIMITED` where the client's network has sent too many payments.
 */
export async function sell(
  { headers, address, client, signal, deps, setStatus, setHeader }: SaleInput,
  { demands, resource, invoiceId }: Sale,
): Promise<Sold> {
  setHeader('cache-control', 'private, no-store');
  const demanded = (error?: string): 'unpaid' => {
    setStatus(402);
    const accepts = demands.map((one) => ({
      ...one,
      asset: checksummed(evmAddress(one.asset)),
      payTo: checksummed(evmAddress(one.payTo)),
    }));
    const required = {
      x402Version: 2,
      ...(error === undefined ? {} : { error }),
      resource: {
        // By x402 a URL; a path only where the deployment does not say where clients reach it.
        url: `${deps.origin() ?? ''}${resource.path}`,
        description: resource.description,
      },
      accepts,
    };
    setHeader('payment-required', headerOf(required));
    return 'unpaid';
  };
  const paid = headers['payment-signature'];
  if (typeof paid !== 'string') return demanded();
  await countLook(deps, address);
  const payment = readPayment(paid);
  const demand = demands.find(({ network }) => network === networkOf(payment)) ?? demands[0];
  if (demand === undefined) return demanded();
  const body = parseShape(facilitatorBody, {
    x402Version: 2,
    paymentPayload: payment,
    paymentRequirements: { ...demand },
  });
  // Every success here delivers again, so an identifier must not repeat one.
  const asked = { ...parsePayment(body), identifier: null, mayRepeat: false };
  const settled: Settled = await deps.useCases.x402.settlePayment(
    { ...asked, right: { kind: 'own', invoiceId }, client },
    signal,
  );
  setHeader('payment-response', headerOf(presentSettled(settled, demand)));
  if (settled.isSuccess) return 'paid';
  return settled.isSold ? 'sold' : demanded(settled.reason ?? undefined);
}

async function countLook({ rateLimiter }: SaleInput['deps'], address: string): Promise<void> {
  const admission = await rateLimiter.take([`payments for requests from ${address}`], looks);
  if (!admission.isAdmitted)
    throw new RelayError('RATE_LIMITED', { retryAfterMs: admission.retryAfterMs });
}

function readPayment(header: string): Readonly<Record<string, unknown>> {
  try {
    return parseJsonObject(Buffer.from(header, 'base64'));
  } catch {
    throw new RelayError(
      'BAD_REQUEST',
      { field: 'PAYMENT-SIGNATURE' },
      'PAYMENT-SIGNATURE must be the JSON of a payment in base64',
    );
  }
}

function networkOf({ accepted }: Readonly<Record<string, unknown>>): unknown {
  return isRecord(accepted) ? accepted['network'] : undefined;
}

function headerOf(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}
