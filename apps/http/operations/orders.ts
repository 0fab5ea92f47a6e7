import {
  asAddress,
  asUnits,
  type ChainRef,
  readAmount,
  readUnits,
  type TxHash,
} from '@interline/kernel';
import type { Endpoint } from '../server/endpoint.ts';
import { parseAddress, parseChain } from '../server/parse/parse-address.ts';
import { presentHook } from '../webhooks/present.ts';
import { hookState } from '../webhooks/schemas.ts';
import { floatOrderEndpoints } from './float-orders.ts';
import { orderEndpoint, orderEndpointAs } from './order-endpoint.ts';
import {
  adoptFields,
  beginLogFields,
  bumpFields,
  classifyFields,
  closeFields,
  engineDebtFields,
  refundFields,
  replaceFields,
  settleFields,
  writeOffFields,
  hookFields,
  quarantinedFields,
  resumeFields,
  scopeFields,
} from './schemas.ts';

const anyRoute = { id: 'rt_00000000000000000000000000000000' };
/** In lower case, as the store has it; the schema has checked its shape. */
function hashIn(text: string | undefined): TxHash | null {
  return text?.toLowerCase() ?? null;
}

const anyTransaction = {
  transaction: 'ef_000000000000000000000000',
  reason: 'stuck behind a fee rise',
};
const exampleSwitch = { scope: 'chain:8453', reason: 'its RPC nodes disagree' };

/** Every order an operator can give, a row each. */
export const orderEndpoints: readonly Endpoint[] = [
  orderEndpoint({
    path: '/operator/books/classify',
    summary:
      'says what an unclaimed surplus was, or what became of a deficit, which lets its account pay again.',
    changes: 'account',
    fields: classifyFields,
    example: {
      chain: 8453,
      role: 'float',
      token: 'USDC',
      of: 'deficit',
      as: 'losses',
      reason: 'the coin was moved by hand',
    },
    errors: ['UNROUTABLE_LANE', 'CHAIN_UNREACHABLE'],
    order: ({ operations }) => operations.orders.classify,
    parse({ chain: on, account, token, units, ...rest }, { tokens, addresses }) {
      const chain = parseChain(on, 'chain');
      return {
        ...rest,
        chain,
        account:
          account === undefined
            ? null
            : asAddress(parseAddress(addresses, chain, account, 'account')),
        token: tokens.resolve(chain, token, 'token').address,
        units: units === undefined ? null : readUnits(units, 'units'),
      };
    },
  }),
  orderEndpoint({
    path: '/operator/desk/close',
    summary:
      'takes an unmatched transaction from the desk, by what it was found to be; it stays in the store as evidence.',
    changes: 'desk',
    fields: closeFields,
    example: {
      id: `eip155:8453/0x${'00'.repeat(32)}/0`,
      as: 'delivered',
      reason: 'its recipient was paid in the slot 7 of the float on 42161',
    },
    errors: ['UNKNOWN_RECORD', 'CHAIN_UNREACHABLE'],
    order: ({ operations }) => operations.orders.deskClose,
    parse: ({ id, as, evidence, routeId = null }) => ({
      id,
      as,
      evidence: hashIn(evidence),
      routeId,
    }),
  }),
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
  orderEndpoint({
    path: '/operator/logs/begin',
    summary:
      'has a log go on under the next name, where a restored store has lost leaves of it that its witnesses remember.',
    changes: 'log',
    fields: beginLogFields,
    example: { log: 'lane-keys', reason: 'the copy of Tuesday was put back' },
    errors: [],
    order: ({ operations }) => operations.orders.beginLog,
    parse: (body) => body,
  }),
  orderEndpoint({
    path: '/operator/passes/adopt',
    summary:
      'takes an invoice back that a restored store has lost, or gives an unpaid one the asset that it was paid in: what is at its address, or was collected from there, pays for its passes.',
    changes: 'pass',
    fields: adoptFields,
    example: {
      id: 'inv_0f1e2d3c4b5a69788796a5b4c3d2e1f0',
      asset: 'usdc-8453',
      bundle: 'bulk',
      issued: 1_000,
      reason: 'paid after the backup; the payer showed the id',
    },
    errors: ['BAD_AMOUNT', 'CHAIN_UNREACHABLE'],
    order: ({ operations }) => operations.orders.adoptInvoice,
    parse: ({ bundles = 1, issued = 0, amount, ...rest }) => ({
      ...rest,
      bundles,
      issued,
      amount: amount === undefined ? null : asUnits(readAmount(amount, 'amount')),
    }),
  }),
  ...floatOrderEndpoints,
  orderEndpoint({
    path: '/operator/routes/settle',
    summary:
      'ends a route that waits for a person as delivered, by what a destination transaction brought its recipient; unseen: on your word, which the stage DELIVERED_UNSEEN says.',
    changes: 'refund',
    fields: settleFields,
    example: { ...anyRoute, evidence: `0x${'00'.repeat(32)}`, reason: 'seen on the explorer' },
    errors: ['UNKNOWN_ROUTE', 'ACCOUNT_STOPPED', 'CHAIN_UNREACHABLE'],
    order: ({ operations }) => operations.orders.settleRoute,
    parse: ({ id, evidence, unseen = false }) => ({
      id,
      evidence: hashIn(evidence),
      isUnseen: unseen,
    }),
  }),
  orderEndpoint({
    path: '/operator/refund',
    summary:
      'refunds now what a route owes, to the payer or to another address, also what came to the deposit of a route that has ended (an address is named for that once); undelivered: on your word that the recipient got nothing. Those two need a reason. An engine that was handed the money is asked first; despiteEngine: whatever it says.',
    changes: 'refund',
    fields: refundFields,
    example: anyRoute,
    errors: ['UNKNOWN_ROUTE', 'INSUFFICIENT_FLOAT', 'ACCOUNT_STOPPED', 'REFUND_ADDRESS_SET'],
    isReasonOptional: true,
    order: ({ operations }) => operations.orders.refund,
    parse: ({ id, to, undelivered = false, despiteEngine = false }, { addresses }) => ({
      id,
      to:
        to === undefined
          ? null
          : (chain: ChainRef) => asAddress(parseAddress(addresses, chain, to, 'to')),
      isUndelivered: undelivered,
      isDespiteEngine: despiteEngine,
    }),
  }),
  orderEndpoint({
    path: '/operator/routes/engine-debt',
    summary:
      'ends what an engine owes us for a route that was refunded out of the float: it came back and is unclaimed, or it is lost. Moves nothing.',
    changes: 'account',
    fields: engineDebtFields,
    example: { ...anyRoute, as: 'returned', reason: 'the engine paid it to the spender by hand' },
    errors: ['UNKNOWN_ROUTE'],
    order: ({ operations }) => operations.orders.engineDebt,
    parse: (body) => body,
  }),
  orderEndpoint({
    path: '/operator/routes/write-off',
    summary:
      'ends a route that waits for a person, with nothing owed for it any more: what was owed to its payer is booked as a gain, what an engine owes as a loss. The dry run says which.',
    changes: 'refund',
    fields: writeOffFields,
    example: { ...anyRoute, reason: 'the payer was paid by hand' },
    errors: ['UNKNOWN_ROUTE', 'ACCOUNT_STOPPED'],
    order: ({ operations }) => operations.orders.writeOff,
    parse: (body) => body,
  }),
  orderEndpoint({
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
  }),
  orderEndpoint({
    path: '/operator/accounts/resume',
    summary:
      "brings a stopped account forward to the chain's next slot and lets it run. Quarantined routes stay so.",
    changes: 'account',
    fields: resumeFields,
    example: { chain: 8453, role: 'float' },
    errors: ['UNROUTABLE_LANE', 'CHAIN_UNREACHABLE'],
    isReasonOptional: true,
    order: ({ operations }) => operations.orders.resumeAccount,
    parse: ({ chain, role }) => ({ chain: parseChain(chain, 'chain'), role }),
  }),
  orderEndpoint({
    path: '/operator/transactions/bump',
    summary: 'sends an open transaction of ours again now, at a higher fee.',
    changes: 'transaction',
    fields: bumpFields,
    example: anyTransaction,
    errors: ['UNKNOWN_RECORD', 'CHAIN_UNREACHABLE'],
    order: ({ operations }) => operations.orders.bump,
    parse: ({ transaction, feeRateCap }) => ({
      transaction,
      feeRateCap: feeRateCap === undefined ? null : BigInt(feeRateCap),
    }),
  }),
  orderEndpoint({
    path: '/operator/transactions/replace',
    summary:
      'puts a no-op in the slot of an open transaction of ours; its route does it again once the no-op is final.',
    changes: 'transaction',
    fields: replaceFields,
    example: anyTransaction,
    errors: ['UNKNOWN_RECORD', 'CHAIN_UNREACHABLE'],
    order: ({ operations }) => operations.orders.replace,
    parse: ({ transaction, force = false }) => ({ transaction, isForced: force }),
  }),
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
