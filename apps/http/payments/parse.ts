import type { Demand, PaymentRequest } from '@interline/core/payments';
import { parseShape } from '../server/parse/parse-shape.ts';
import { type FacilitatorWire, paymentShape, type RequirementsWire } from './schemas.ts';

const nothing: Demand = { scheme: '', network: '', asset: '', payTo: '', amount: '' };

/** Of another version nothing but that is read. Throws `BAD_REQUEST`, `MISSING_FIELD`. */
export function parsePayment(body: FacilitatorWire): PaymentRequest {
  const { x402Version } = body;
  if (x402Version !== 2 || body.paymentPayload['x402Version'] !== 2)
    return {
      ...{ x402Version: x402Version === 2 ? 1 : x402Version, accepted: nothing, demand: nothing },
      ...{ authorization: null, identifier: null },
    };
  const { paymentPayload, paymentRequirements } = parseShape(paymentShape, {
    paymentPayload: body.paymentPayload,
    paymentRequirements: body.paymentRequirements,
  });
  const { accepted, payload, extensions } = paymentPayload;
  const { authorization } = payload;
  const signature = 'signature' in payload ? String(payload.signature) : '';
  return {
    x402Version,
    accepted: demandOf(accepted),
    demand: demandOf(paymentRequirements),
    authorization: authorization === undefined ? null : { ...authorization, signature },
    identifier: extensions?.['payment-identifier']?.info.id ?? null,
  };
}

function demandOf({ scheme, network, asset, payTo, amount }: RequirementsWire): Demand {
  return { scheme, network, asset, payTo, amount };
}
