import * as z from 'zod';
import { defineEndpoint } from '../../server/endpoint.ts';
import { perMinute } from '../../server/limits/request-limit.ts';
import { asAddress } from '@interline/kernel';
import { parseAddress } from '../../server/parse/parse-address.ts';

const wantedId = { error: 'the id that execute returned' };
const wantedClaim = { error: "the refundClaim of execute's answer" };
const wantedAddress = { error: "an address of the deposit's chain" };

/** Once, so that a reader of a shared receipt cannot send the money elsewhere. */
export const refundAddressEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/route/refund-address',
  tool: { name: 'refund_address', title: 'Name where a deposit goes back to' },
  summary: 'Names where a deposit goes back to, once, with the refundClaim that execute answered.',
  limit: perMinute('refund-address', 10),
  request: {
    body: z.strictObject({
      id: z.string(wantedId).min(1, wantedId).max(128, wantedId),
      refundClaim: z.string(wantedClaim).min(1, wantedClaim).max(128, wantedClaim),
      refundAddress: z.string(wantedAddress).min(1, wantedAddress).max(128, wantedAddress),
    }),
  },
  example: {
    id: 'rt_00000000000000000000000000000000',
    refundClaim: '0'.repeat(64),
    refundAddress: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  },
  response: z.object({ id: z.string(), refundAddress: z.string() }).meta({ id: 'RefundAddress' }),
  errors: [
    'MISSING_FIELD',
    'BODY_TOO_LARGE',
    'UNKNOWN_ROUTE',
    'REFUND_CLAIM_INVALID',
    'REFUND_ADDRESS_SET',
    'STORE_DOWN',
  ],
  changes: 'refund',
  async handle({ body, deps }) {
    const { refundAddress } = await deps.useCases.transfer.setRefundAddress({
      routeId: body.id,
      secret: body.refundClaim,
      address: (chain) =>
        asAddress(parseAddress(deps.addresses, chain, body.refundAddress, 'refundAddress')),
    });
    return { id: body.id, refundAddress: refundAddress ?? body.refundAddress };
  },
});
