import type { Endpoint } from '../server/endpoint.ts';
import { parseChain } from '../server/parse/parse-address.ts';
import { presentHook } from '../webhooks/present.ts';
import { hookState } from '../webhooks/schemas.ts';
import { presentReceipt } from '../transfer/status/present.ts';
import { routeReceipt } from '../transfer/status/schemas.ts';
import { orderEndpoint, orderEndpointAs } from './order-endpoint.ts';
import { presentAccount } from './present.ts';
import {
  accountAnswer,
  heldRefundFields,
  hookFields,
  quarantinedFields,
  resumeFields,
  scopeFields,
} from './schemas.ts';

const anyRoute = { id: 'rt_00000000000000000000000000000000' };
const exampleSwitch = { scope: 'chain:8453', reason: 'its RPC nodes disagree' };

/** Every order an operator can give, a row each. */
export const orderEndpoints: readonly Endpoint[] = [
  orderEndpoint({
    path: '/operator/pause',
    summary:
      'accepts nothing new in a scope, and keeps routes under way there from sending anything further.',
    changes: 'switch',
    fields: scopeFields,
    example: exampleSwitch,
    errors: ['UNROUTABLE_LANE'],
    order: ({ operations }) => operations.orders.pause,
    parse: (body) => body,
  }),
  orderEndpoint({
    path: '/operator/drain',
    summary: 'accepts nothing new in a scope; routes under way there go on to their end.',
    changes: 'switch',
    fields: scopeFields,
    example: exampleSwitch,
    errors: ['UNROUTABLE_LANE'],
    order: ({ operations }) => operations.orders.drain,
    parse: (body) => body,
  }),
  orderEndpoint({
    path: '/operator/resume',
    summary: 'opens a scope that was paused or drained.',
    changes: 'switch',
    fields: scopeFields,
    example: exampleSwitch,
    errors: ['UNROUTABLE_LANE'],
    order: ({ operations }) => operations.orders.resume,
    parse: (body) => body,
  }),
  orderEndpointAs(
    {
      path: '/operator/refund',
      summary: 'tries a held refund again now.',
      changes: 'refund',
      fields: heldRefundFields,
      example: anyRoute,
      errors: ['UNKNOWN_ROUTE'],
      isReasonOptional: true,
      order: ({ operations }) => operations.orders.refund,
      parse: (body) => body,
    },
    routeReceipt,
    (receipt, { basePath }) => presentReceipt(receipt, basePath),
  ),
  orderEndpointAs(
    {
      path: '/operator/routes/release',
      summary:
        'lets a quarantined route go on, or ends it where the chain shows that it was paid or refunded.',
      changes: 'refund',
      fields: quarantinedFields,
      example: anyRoute,
      errors: ['UNKNOWN_ROUTE', 'ACCOUNT_STOPPED', 'CHAIN_UNREACHABLE'],
      isReasonOptional: true,
      order: ({ operations }) => operations.orders.releaseRoute,
      parse: (body) => body,
    },
    routeReceipt,
    (receipt, { basePath }) => presentReceipt(receipt, basePath),
  ),
  orderEndpointAs(
    {
      path: '/operator/accounts/resume',
      summary:
        "brings a stopped account forward to the chain's nonce and lets it run. Quarantined routes stay so.",
      changes: 'account',
      fields: resumeFields,
      example: { chain: 8453, role: 'float' },
      errors: ['UNROUTABLE_LANE', 'CHAIN_UNREACHABLE'],
      isReasonOptional: true,
      order: ({ operations }) => operations.orders.resumeAccount,
      parse: ({ chain, role }) => ({ chain: parseChain(chain, 'chain'), role }),
    },
    accountAnswer,
    presentAccount,
  ),
  orderEndpointAs(
    {
      path: '/operator/hooks/redeliver',
      summary: "sends a webhook's last event again, under its old id.",
      changes: 'delivery',
      fields: hookFields,
      example: { id: 'wh_00000000000000000000000000000000' },
      errors: ['UNKNOWN_RECORD'],
      isReasonOptional: true,
      order: ({ operations }) => operations.orders.redeliverHook,
      parse: (body) => body,
    },
    hookState,
    async (id, { useCases }) => presentHook(await useCases.webhooks.readHook(id)),
  ),
];
