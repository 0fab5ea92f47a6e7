import type { ErrorCode } from '@interline/kernel';
import { readAgent } from '../../agents/read-agent.ts';
import { readMandated, underMandate } from '../../mandates/under-mandate.ts';
import { withinPolicy } from '../../agents/within-policy.ts';
import { defineEndpoint, type Endpoint, type Tool } from '../../server/endpoint.ts';
import { perMinute } from '../../server/limits/request-limit.ts';
import { executeAnswer, executeRequestBody } from './schemas.ts';
import { parseExecuteRequest, parseCaller } from './parse.ts';
import { presentExecution } from './present.ts';
import { withSignRequest } from './with-sign-request.ts';

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
    async handle(context) {
      const { body, deps, signal } = context;
      const signed = await readAgent(context);
      const caller = parseCaller(context, path);
      const mandated = await readMandated(context, signed, body, caller.idempotency);
      const asked = {
        ...parseExecuteRequest(body, caller, deps, mandated?.permit ?? null),
        onlyEnforced,
      };
      const allowed = mandated === null ? asked : await underMandate(context, mandated, asked);
      const request =
        signed === null ? allowed : await withinPolicy(context, signed, allowed, mandated);
      const { slippage, excludeRails } = body;
      const isOptIn = (engine: string): boolean => deps.isOptIn(engine);
      const execution = await deps.useCases.transfer
        .executeRoute(request, signal)
        .catch(async (error: unknown) => {
          await mandated?.refuse(error);
          throw withSignRequest(error, request.quote, { slippage, excludeRails, isOptIn });
        });
      if (execution.kind === 'route' && execution.isRepeat) {
        if (signed !== null) await deps.useCases.agents.checkRepeat(signed, request);
        context.markReplayed();
      }
      const shown = presentExecution(execution, request, {
        basePath: deps.basePath,
        nowMs: deps.clock.now(),
        isOptIn,
      });
      if (mandated === null || execution.kind !== 'route') return shown;
      const receipt = await deps.useCases.mandates.receiptOfRoute(execution.route.id);
      return receipt?.jws == null ? shown : { ...shown, mandateReceipt: receipt.jws };
    },
  });
}
