import type { AgentSignature } from '@interline/core/agents';
import type { ExecuteRequest, Execution } from '@interline/core/transfer';
import { type EvmAddress, RelayError } from '@interline/kernel';
import type * as z from 'zod';
import { readAgent } from '../../agents/read-agent.ts';
import { bodyIn, assertPaidByMandate } from '../../mandates/parse.ts';
import type { EndpointContext } from '../../server/endpoint.ts';
import { badField } from '../../server/parse/parse-shape.ts';
import { type Caller, parseCaller, parseExecuteRequest } from './parse.ts';
import { presentExecution } from './present.ts';
import type { executeAnswer, ExecuteRequestWire } from './schemas.ts';
import { withSignRequest } from './with-sign-request.ts';

type Answer = z.input<typeof executeAnswer>;

interface Asked {
  readonly context: EndpointContext<object, ExecuteRequestWire>;
  readonly caller: Caller;
  readonly onlyEnforced: boolean;
}

/** Answers each kind of caller: a wallet, an agent of it, and an agent under a mandate. */
export async function answerExecute(
  context: Asked['context'],
  { path, onlyEnforced }: { readonly path: string; readonly onlyEnforced: boolean },
): Promise<Answer> {
  const signed = await readAgent(context);
  const asked = { context, caller: parseCaller(context, path), onlyEnforced };
  const { mandate } = context.body;
  if (mandate !== undefined) return answerMandate(asked, signed, mandate.presentation);
  return signed === null ? answerWallet(asked) : answerAgent(asked, signed);
}

async function answerWallet(asked: Asked): Promise<Answer> {
  const { deps, signal } = asked.context;
  const request = requestOf(asked);
  const execution = await deps.useCases.transfer
    .executeRoute(request, signal)
    .catch(renewing(asked, request));
  return answer(asked, request, execution);
}

async function answerAgent(asked: Asked, signed: AgentSignature): Promise<Answer> {
  const { deps, signal } = asked.context;
  const request = requestOf(asked);
  if (request.mode !== 'permit2')
    throw badField(
      'mode',
      'an agent may only send what its wallet has signed: set mode to "permit2"',
    );
  const execution = await deps.useCases.agents
    .executeForAgent(signed, { request, requestHash: signed.bodyHash }, signal)
    .catch(renewing(asked, request));
  return answer(asked, request, execution);
}

async function answerMandate(
  asked: Asked,
  signed: AgentSignature | null,
  presentation: string,
): Promise<Answer> {
  const { body, rawBody, deps, signal } = asked.context;
  assertPaidByMandate(body);
  if (signed === null)
    throw new RelayError(
      'AGENT_SIGNATURE_INVALID',
      {},
      'only the agent that a mandate names may present it, in a request signed by that agent',
    );
  const { request, execution, mandateReceipt } = await deps.useCases.mandates.payUnderMandate(
    {
      presentation,
      signed,
      body: bodyIn(rawBody),
      idempotency: asked.caller.idempotency,
      transferFrom: (payer) => requestOf(asked, payer),
    },
    signal,
  );
  return answer(asked, request, execution, mandateReceipt);
}

function requestOf(
  { context: { body, deps }, caller, onlyEnforced }: Asked,
  mandatePayer: EvmAddress | null = null,
): ExecuteRequest {
  return { ...parseExecuteRequest(body, caller, deps, mandatePayer), onlyEnforced };
}

/** Throws the error again: one whose price moved brings its new sign request. */
function renewing({ context: { body, deps } }: Asked, { quote }: ExecuteRequest) {
  const { slippage, excludeRails } = body;
  const isOptIn = (engine: string): boolean => deps.isOptIn(engine);
  return (error: unknown): never => {
    throw withSignRequest(error, quote, { slippage, excludeRails, isOptIn });
  };
}

function answer(
  { context }: Asked,
  request: ExecuteRequest,
  execution: Execution,
  mandateReceipt: string | null = null,
): Answer {
  if (execution.kind === 'route' && execution.isRepeat === true) context.markReplayed();
  const { basePath, clock } = context.deps;
  const isOptIn = (engine: string): boolean => context.deps.isOptIn(engine);
  const nowMs = clock.now();
  return presentExecution(execution, request, { basePath, nowMs, isOptIn, mandateReceipt });
}
