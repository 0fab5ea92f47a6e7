import type { ErrorCode } from '@interline/kernel';
import { defineEndpoint, type Endpoint, type Tool } from '../../server/endpoint.ts';
import { perMinute } from '../../server/limits/request-limit.ts';
import { answerExecute } from './answer-execute.ts';
import { executeAnswer, executeRequestBody } from './schemas.ts';

/** One for both paths: what they spend is the same gas. */
const limit = perMinute('execute', 8);

const example = {
  fromChain: 8453,
  toChain: 42161,
  token: 'USDC',
  amount: '25000000',
  toAddress: '0x1111111111111111111111111111111111111111',
  dryRun: true,
};

const errors: readonly ErrorCode[] = [
  'MISSING_FIELD',
  'BAD_AMOUNT',
  'BODY_TOO_LARGE',
  'UNROUTABLE_LANE',
  'BURN_ADDRESS_REFUSED',
  'MEMO_REQUIRED',
  'TRUSTLINE_MISSING',
  'NATIVE_NOT_PULLABLE',
  'UNSUPPORTED_DIRECTION',
  'OPERATOR_ONLY',
  'INVALID_CREDENTIAL',
  'INVALID_MANDATE',
  'UNRESOLVED_CONSTRAINT',
  'MANDATE_REVOKED',
  'MANDATE_EXPIRED',
  'MANDATE_BUDGET',
  'MANDATE_USED',
  'PERMIT_INVALID',
  'PERMIT_EXPIRED',
  'PERMIT_SPENDER',
  'PERMIT_USED',
  'PAYER_NOT_READY',
  'INTENT_MISMATCH',
  'PRICE_MOVED',
  'IDEMPOTENCY_CONFLICT',
  'TOO_MANY_RECORDS',
  'AGENT_FROZEN',
  'AGENT_LIMIT',
  'APPROVAL_REQUIRED',
  'SIGNATURE_REPLAYED',
  'BELOW_AGREED_OUTPUT',
  'NO_ROUTE',
  'INSUFFICIENT_FLOAT',
  'BUDGET_SPENT',
  'SIMULATION_FAILED',
  'GAS_CEILING',
  'GAS_EXHAUSTED',
  'RELAYER_BUSY',
  'ACCOUNT_STOPPED',
  'CHAIN_UNREACHABLE',
  'STORE_DOWN',
];

export const executeEndpoint = executeRow({
  path: '/api/route/execute',
  summary:
    'Starts a route from one signed permit. Broadcasts unless dryRun, live: false or the sandbox header prevents it.',
  onlyEnforced: false,
  tool: {
    name: 'execute',
    title: 'Send a transfer that was signed',
    advice:
      "This moves money. It takes the execute body of prepare with permit2, which holds the payer's signatures: {owner, permitted: {token, amount}, nonce, deadline, signature} out of signRequest, and allowance {kind, value, deadline, signature} where signRequest has one: its kind, and value and deadline of its eip712.message. It never takes a key. The same permit is never carried out twice.",
  },
});

export const floatlaneExecuteEndpoint = executeRow({
  path: '/api/floatlane/execute',
  summary: 'The same, only on rails where the service itself refuses an output below minOut.',
  onlyEnforced: true,
});

function executeRow({
  path,
  summary,
  onlyEnforced,
  tool,
}: {
  readonly path: string;
  readonly summary: string;
  readonly onlyEnforced: boolean;
  readonly tool?: Tool;
}): Endpoint {
  return defineEndpoint({
    method: 'POST',
    path,
    ...(tool === undefined ? {} : { tool }),
    isTraced: true,
    summary,
    limit,
    request: { body: executeRequestBody },
    example,
    response: executeAnswer,
    errors,
    needs: 'lane',
    changes: 'route',
    agent: 'beside',
    handle: (context) => answerExecute(context, { path, onlyEnforced }),
  });
}
