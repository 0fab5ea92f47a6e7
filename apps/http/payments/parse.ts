import type { Authorization, Demand, PaymentRequest } from '@interline/core/payments';
import { parseShape } from '../server/parse/parse-shape.ts';
import {
  type FacilitatorWire,
  type PayloadWire,
  paymentShape,
  type RequirementsWire,
} from './schemas.ts';

const nothing: Demand = { scheme: '', network: '', asset: '', payTo: '', amount: '' };

/**
 * Of a payment of another version only that version is read. Throws `BAD_REQUEST`, `MISSING_FIELD`.
 */
export function parsePayment(body: FacilitatorWire): PaymentRequest {
  const { x402Version } = body;
  if (x402Version !== 2 || body.paymentPayload['x402Version'] !== 2)
    return {
      x402Version: x402Version === 2 ? 1 : x402Version,
      accepted: nothing,
      demand: nothing,
      authorization: null,
      identifier: null,
    };
  const { paymentPayload, paymentRequirements } = parseShape(paymentShape, {
    paymentPayload: body.paymentPayload,
    paymentRequirements: body.paymentRequirements,
  });
  const { accepted, payload, extensions } = paymentPayload;
  return {
    x402Version,
    accepted: demandOf(accepted),
    demand: demandOf(paymentRequirements),
    authorization: authorizationOf(payload),
    identifier: extensions?.['payment-identifier']?.info.id ?? null,
  };
}

function authorizationOf(payload: PayloadWire): Authorization | null {
  if (payload.permit2Authorization !== undefined) {
    const { from, spender, permitted, nonce, deadline, witness } = payload.permit2Authorization;
    return {
      method: 'permit2',
      from,
      spender,
      token: permitted.token,
      value: permitted.amount,
      to: witness.to,
      validAfter: witness.validAfter,
      validBefore: deadline,
      nonce,
      signature: payload.signature,
    };
  }
  if (payload.authorization === undefined) return null;
  return { method: 'eip3009', ...payload.authorization, signature: payload.signature };
}

function demandOf({ scheme, network, asset, payTo, amount }: RequirementsWire): Demand {
  return { scheme, network, asset, payTo, amount };
}
