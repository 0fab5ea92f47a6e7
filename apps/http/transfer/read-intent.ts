import {
  type GivenFields,
  type Need,
  type UnderstandTransfer,
  writeSentence,
} from '@interline/core/assistant';
import { readAmount, RelayError, type TokenList } from '@interline/kernel';
import { readChain } from '../server/parse/read-chain.ts';
import { readShape } from '../server/parse/read-shape.ts';
import {
  type AgentRequestWire,
  agentTransferBody,
  type AgentTransferWire,
} from './agent-request-schema.ts';
import type { understoodIntent } from './understood-intent-schema.ts';
import { writeUnderstood } from './write-understood.ts';
import type * as z from 'zod';

export interface IntentReading {
  readonly wire: AgentTransferWire;
  /** How the text was understood; null where there was none. */
  readonly understood: z.input<typeof understoodIntent> | null;
}

/**
 * An agent's request with its text, if any, turned into the fields it stands for. Asks back with
 * 400 where it is not clear.
 */
export function readIntent(
  { intent, ...wire }: AgentRequestWire,
  understand: UnderstandTransfer,
  tokens: TokenList,
): IntentReading {
  if (intent === undefined) return { wire: readShape(agentTransferBody, wire), understood: null };
  const reading = understand(intent, givenBy(wire));
  switch (reading.kind) {
    case 'unsupported':
      throw new RelayError('UNSUPPORTED_DIRECTION', {}, reading.reason);
    case 'unclear':
      throw askBack(reading.needs, reading.understood);
    case 'transfer': {
      const request = writeUnderstood(reading.transfer);
      return {
        wire: { ...wire, ...request, amount: request.amount },
        understood: { sentence: writeSentence(reading.transfer, tokens), request },
      };
    }
  }
}

function givenBy({
  amount,
  fromChain,
  toChain,
  token,
  fromToken = token,
  toToken = token,
  fromAddress,
  toAddress,
}: Omit<AgentRequestWire, 'intent'>): GivenFields {
  return {
    amount: amount === undefined ? undefined : readAmount(amount),
    fromChain: fromChain === undefined ? undefined : readChain(fromChain, 'fromChain'),
    toChain: toChain === undefined ? undefined : readChain(toChain, 'toChain'),
    fromToken,
    toToken,
    fromAddress,
    toAddress,
  };
}

function askBack(needs: readonly [Need, ...Need[]], understood: readonly string[]): RelayError {
  const [first] = needs;
  return new RelayError(
    needs.every(({ isMissing }) => isMissing) ? 'MISSING_FIELD' : 'BAD_REQUEST',
    {
      field: first.field,
      needs: needs.map(({ field }) => field),
      ...(first.candidates.length === 0 ? {} : { candidates: first.candidates }),
      understood,
    },
    `the intent is not clear: ${needs.map(({ question }) => question).join('; ')}`,
  );
}
