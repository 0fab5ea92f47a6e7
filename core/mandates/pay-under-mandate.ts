import type { CustodyPort, Entropy, ReceiptSigner } from '@interline/ports';
import { type ExecuteForAgent, mostSlippageOf } from '../agents/index.ts';
import { isRecorded } from '../idempotency/index.ts';
import type { ExecuteRequest, Execution } from '../transfer/index.ts';
import { admitPayment } from './admit-payment.ts';
import type { JudgePorts } from './judge-transfer.ts';
import { permitUnder } from './mandate.ts';
import { type PresentedRequest, presenterOf } from './presented-request.ts';
import { type PresentationPorts, readPresentation } from './read-presentation.ts';
import type { MandateStore } from './repository.ts';
import type { SignRefusals } from './sign-refusals.ts';

export type PayPorts = PresentationPorts &
  JudgePorts & {
    readonly store: MandateStore;
    readonly custody: Pick<CustodyPort, 'verifyPermit'>;
    readonly entropy: Entropy;
    readonly receiptSigner: Pick<ReceiptSigner, 'hashOf'>;
    readonly agents: { readonly executeForAgent: ExecuteForAgent };
    readonly signRefusals: SignRefusals;
  };

export interface Paid {
  /** What was executed. */
  readonly request: ExecuteRequest;
  readonly execution: Execution;
  /** The signed verdict that accepted it; null for a rehearsal, and where the deployment signs nothing. */
  readonly mandateReceipt: string | null;
}

/**
 * Pays out of a mandate what its agent requests, within the agent's policy. A refusal that is a verdict on the mandate
 * has it signed in its details. Throws what `ReadPresentation`, `AdmitPayment` and `ExecuteForAgent` throw.
 */
export type PayUnderMandate = (asked: PresentedRequest, signal: AbortSignal) => Promise<Paid>;

export function payUnderMandate(ports: PayPorts): PayUnderMandate {
  const { store, entropy, receiptSigner, agents, signRefusals } = ports;
  const read = readPresentation(ports);
  const admit = admitPayment(ports);

  async function pay(asked: PresentedRequest, signal: AbortSignal): Promise<Paid> {
    const { signed, body } = asked;
    const isRepeat = await isRecorded(store.reads.idempotency, asked.idempotency);
    const presented = await read(asked.presentation, presenterOf(signed), isRepeat);
    const { id, ceiling } = presented.mandate;
    const transfer = asked.transferFrom(ceiling.owner);
    const maxSlippage = mostSlippageOf(signed.agent.policy);
    const judged = { ...transfer.quote, maxSlippage, body };
    const mandate = await admit(presented, judged, isRepeat, signal);
    const permit = permitUnder(ceiling, transfer.quote.amount, entropy);
    const request: ExecuteRequest = { ...transfer, permit, mandate };
    // The closed mandate names the body without its signatures, as `admitPayment` checks.
    const requestHash = receiptSigner.hashOf(`${id}.${presented.payment.transactionId}`);
    const execution = await agents.executeForAgent(signed, { request, requestHash }, signal);
    return { request, execution, mandateReceipt: await receiptOf(store, execution) };
  }

  return (asked, signal) => signRefusals(asked.presentation, () => pay(asked, signal));
}

async function receiptOf(
  { reads }: Pick<MandateStore, 'reads'>,
  execution: Execution,
): Promise<string | null> {
  if (execution.kind !== 'route') return null;
  const { id } = execution.route;
  const payment = await reads.mandates.paymentOfRoute(id);
  if (payment === null) return null;
  const verdict = await reads.mandates.verdictOfRoute(payment.mandateId, id);
  return verdict?.jws ?? null;
}
