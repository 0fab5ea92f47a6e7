import { mostSlippageOf } from '../agents/index.ts';
import { type Judged, type JudgePorts, judgeTransfer } from './judge-transfer.ts';
import { type PresentedRequest, presenterOf } from './presented-request.ts';
import { type PresentationPorts, readPresentation } from './read-presentation.ts';
import type { SignRefusals } from './sign-refusals.ts';

/** Whether a mandate allows a transfer now, for an agent that presents it and does not pay yet. Uses nothing up. */
export type EvaluateTransfer = (
  asked: Omit<PresentedRequest, 'idempotency'>,
  signal: AbortSignal,
) => Promise<Judged>;

export function evaluateTransfer(
  ports: PresentationPorts & JudgePorts & { readonly signRefusals: SignRefusals },
): EvaluateTransfer {
  const read = readPresentation(ports);
  const judge = judgeTransfer(ports);
  return ({ presentation, signed, body, transferFrom }, signal) =>
    ports.signRefusals(presentation, async () => {
      const presented = await read(presentation, presenterOf(signed), false);
      const { quote } = transferFrom(presented.mandate.ceiling.owner);
      const maxSlippage = mostSlippageOf(signed.agent.policy);
      return judge(presented, { ...quote, maxSlippage, body }, signal);
    });
}
