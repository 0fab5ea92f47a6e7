import { mostSlippageOf } from '@interline/core/agents';
import type { Presentation } from '@interline/core/mandates';
import type { ExecuteRequest } from '@interline/core/transfer';
import {
  isRelayError,
  readAmount,
  type Ppm,
  RelayError,
  type SignedPermit,
} from '@interline/kernel';
import { createHash } from 'node:crypto';
import type { EndpointInput } from '../server/endpoint.ts';
import { badField } from '../server/parse/parse-shape.ts';
import type { SignedByAgent } from '../agents/read-agent.ts';
import type { ExecuteRequestWire } from '../transfer/execute/schemas.ts';

type Asked = Pick<EndpointInput, 'deps' | 'rawBody' | 'signal'>;

/** A verified presentation, and the pull of the amount out of the mandate's ceiling. */
export interface Mandated {
  readonly presented: Presentation;
  readonly permit: SignedPermit;
  readonly isRepeat: boolean;
  /** What the owner of the agent would approve: this payment under this mandate, whatever the presentation. */
  readonly requestHash: string;
  /** The most slippage that the agent's policy allows. */
  readonly maxSlippage: Ppm;
  /** Throws the error, with the signed verdict in its details where it is a verdict on the mandate. */
  readonly refuse: (error: unknown) => Promise<never>;
}

/**
 * The mandate that a body is sent under. Throws `AGENT_SIGNATURE_INVALID` where no agent has signed the request,
 * and what `ReadPresentation` throws.
 */
export async function readMandated(
  { deps }: Pick<EndpointInput, 'deps'>,
  signed: SignedByAgent | null,
  wire: ExecuteRequestWire,
  idempotency: ExecuteRequest['idempotency'],
): Promise<Mandated | null> {
  if (wire.mandate === undefined) return null;
  if (wire.permit2 !== undefined)
    throw badField('permit2', 'a mandate is paid out of its allowance: leave permit2 out');
  if (wire.mode === 'self') throw badField('mode', 'a mandate pays from a wallet: leave mode out');
  const { presentation } = wire.mandate;
  return presentedBy({ deps }, signed, { presentation, idempotency, amount: wire.amount });
}

/** The same for a presentation that is only evaluated. */
export async function presentedBy(
  { deps }: Pick<EndpointInput, 'deps'>,
  signed: SignedByAgent | null,
  given: {
    readonly presentation: string;
    readonly idempotency: ExecuteRequest['idempotency'];
    readonly amount: unknown;
  },
): Promise<Mandated> {
  if (signed === null)
    throw new RelayError(
      'AGENT_SIGNATURE_INVALID',
      {},
      'only the agent that a mandate names may present it, in a request signed by that agent',
    );
  const { mandates } = deps.useCases;
  const isRepeat = await mandates.isRecorded(given.idempotency);
  const refuse = verdictOn(deps, given.presentation);
  const agent = { keyId: signed.keyId, account: signed.agent.account };
  const presented = await mandates
    .readPresentation(given.presentation, agent, isRepeat)
    .catch(refuse);
  const amount = readAmount(given.amount, 'amount');
  const permit = mandates.permitUnder(presented, amount);
  return {
    presented,
    permit,
    isRepeat,
    refuse,
    requestHash: requestHashOf(presented),
    maxSlippage: mostSlippageOf(signed.agent.policy),
  };
}

/** The closed mandate names the body without its signatures, as `admitPayment` checks. */
function requestHashOf({ mandate, payment }: Presentation): string {
  return createHash('sha256').update(`${mandate.id}.${payment.transactionId}`).digest('hex');
}

/** The request, with what the accepting unit must hold it to, once the mandate allows it. */
export async function underMandate(
  { deps, rawBody, signal }: Asked,
  { presented, isRepeat, maxSlippage, refuse }: Mandated,
  request: ExecuteRequest,
): Promise<ExecuteRequest> {
  const asked = { ...request.quote, maxSlippage, body: bodyIn(rawBody) };
  return {
    ...request,
    mandate: await deps.useCases.mandates
      .admitPayment(presented, asked, isRepeat, signal)
      .catch(refuse),
  };
}

function verdictOn(deps: EndpointInput['deps'], presentation: string) {
  return async (error: unknown): Promise<never> => {
    if (!isRelayError(error)) throw error;
    const mandateReceipt = await deps.useCases.mandates.signRefusal(presentation, error);
    throw mandateReceipt === null
      ? error
      : new RelayError(error.code, { ...error.details, mandateReceipt }, error.message, {
          cause: error,
        });
  };
}

/** The body with every member as the client sent it, because both sides hash it. */
export function bodyIn(rawBody: Buffer): Readonly<Record<string, unknown>> {
  // CAST: the schema has found it to be an object.
  return JSON.parse(rawBody.toString()) as Record<string, unknown>;
}
