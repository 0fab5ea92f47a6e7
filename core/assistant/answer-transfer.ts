import {
  chainFamily,
  chainToWire,
  errorEntry,
  isPullable,
  type Lane,
  type TokenList,
  type TokenRef,
} from '@interline/kernel';
import type { QuoteOnlyCorridor } from '../discovery/index.ts';
import { chainName } from './chain-names.ts';
import { decimalOf } from './decimal-units.ts';
import type { Passage } from './find-passages.ts';
import type { Need, Understanding, UnderstoodTransfer } from './understanding.ts';

export interface AskAnswer {
  readonly answer: string;
  /** What the answer was taken from; empty where the service does not know. */
  readonly sources: readonly Pick<Passage, 'kind' | 'id'>[];
  /** The transfer that the text asks for, where it asks for one. */
  readonly understood: { readonly transfer: UnderstoodTransfer; readonly sentence: string } | null;
  /** What the text must still say before it is a transfer. */
  readonly needs: readonly Need[];
}

const agent = { kind: 'endpoint', id: 'POST /api/agent/do' } as const;
const nothing = { sources: [], understood: null, needs: [] } as const;

/**
 * The answer to a text that asks for a transfer; null where it is a question. `closed` is what this
 * deployment does not settle.
 */
export function answerTransfer(
  reading: Understanding,
  text: string,
  tokens: TokenList,
  closed: readonly QuoteOnlyCorridor[],
): AskAnswer | null {
  switch (reading.kind) {
    case 'transfer': {
      const reason = closedReason(reading.transfer.lane, closed);
      return reason === null ? answerUnderstood(reading.transfer, tokens) : answerClosed(reason);
    }
    case 'unsupported':
      return answerClosed(reading.reason);
    case 'unclear': {
      const { needs, understood, lane } = reading;
      if (!isWish(text, understood.length)) return null;
      const reason = lane === undefined ? null : closedReason(lane, closed);
      if (reason !== null) return answerClosed(reason);
      const known = understood.length === 0 ? '' : `Understood so far: ${understood.join(', ')}. `;
      return {
        ...nothing,
        answer: `${known}Please say: ${needs.map(({ question }) => question).join('; ')}`,
        sources: [agent],
        needs,
      };
    }
  }
}

function closedReason({ from, to }: Lane, closed: readonly QuoteOnlyCorridor[]): string | null {
  const [source, destination] = [from, to].map((chain) => String(chainToWire(chain)));
  const corridor = closed.find(
    ({ node, side }) => node === (side === 'source' ? source : destination),
  );
  return corridor?.reason ?? null;
}

function answerClosed(reason: string): AskAnswer {
  return {
    ...nothing,
    answer: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`,
    sources: [{ kind: 'terms', id: 'quote-only corridors' }],
  };
}

function answerUnderstood(transfer: UnderstoodTransfer, tokens: TokenList): AskAnswer {
  const sentence = writeSentence(transfer, tokens);
  const sources = sourcesOf(transfer);
  if (chainFamily(transfer.lane.from) === 'bip122') {
    return {
      ...nothing,
      answer: `Understood: ${sentence}. Nothing is signed: send the body to POST /api/agent/do for a quote, and post its execute body for the address to pay to.`,
      sources: [agent, ...sources],
      understood: { transfer, sentence },
    };
  }
  if (!isPullable(transfer.from)) {
    const { summary, suggestedAction } = errorEntry('NATIVE_NOT_PULLABLE');
    return {
      ...nothing,
      answer: `Understood: ${sentence}. ${summary} ${suggestedAction}`,
      sources: [{ kind: 'error', id: 'NATIVE_NOT_PULLABLE' }, ...sources],
    };
  }
  const signer = transfer.payer === null ? ' with fromAddress, the address that will sign,' : '';
  return {
    ...nothing,
    answer: `Understood: ${sentence}. Send the body${signer} to POST /api/agent/do for a quote and what to sign.`,
    sources: [agent, ...sources],
    understood: { transfer, sentence },
  };
}

function sourcesOf({ from, to, lane }: UnderstoodTransfer): AskAnswer['sources'] {
  const symbols = [...new Set([from.symbol, to.symbol])];
  return [
    ...symbols.map((id) => ({ kind: 'token', id }) as const),
    ...[lane.from, lane.to].map((chain) => ({ kind: 'chain', id: chainName(chain) }) as const),
  ];
}

const order =
  /^\s*((please|pls|plz|can you|could you|would you|i'?d like to|i (want|would like|need|wish) to|let'?s|help me( to)?)\s+)*(move|send|bridge|transfer|swap|convert|exchange|pay)\b/i;
const questionWord =
  /^\s*(what|how|who|when|where|why|which|is|are|am|do|does|did|can|could|will|would|should|may|if|has|have)\b/i;

/**
 * A wish is an order that names a sum or two parts of a transfer, or a statement that does both. A
 * question that only mentions them is answered as a question. `read` is the number of parts that
 * were understood.
 */
function isWish(text: string, read: number): boolean {
  const hasFigure = /\d/.test(text);
  if (order.test(text)) return hasFigure || read >= 2;
  return !/\?\s*$/.test(text) && !questionWord.test(text) && hasFigure && read >= 2;
}

/** The transfer in the plainest words, which are understood as the same transfer again. */
export function writeSentence(
  { lane, from, to, amount, payer, recipient }: UnderstoodTransfer,
  tokens: TokenList,
): string {
  const source =
    payer === null ? `from ${chainName(lane.from)}` : `from ${payer} on ${chainName(lane.from)}`;
  const destination = `as ${nameOf(to, tokens)} on ${chainName(lane.to)}`;
  return `move ${decimalOf(amount, from.decimals)} ${nameOf(from, tokens)} ${source} ${destination}${recipient === null ? '' : ` to ${recipient}`}`;
}

/** The symbol where only one token of the chain has it, else the address. */
function nameOf({ chain, symbol, address }: TokenRef, tokens: TokenList): string {
  const namesakes = tokens
    .on(chain)
    .filter((token) => token.symbol.toLowerCase() === symbol.toLowerCase());
  return namesakes.length === 1 ? symbol : address;
}
