import {
  answer,
  type ChainRef,
  evmChainId,
  isNative,
  refuse,
  type TokenRef,
} from '@interline/plugins';
import { z } from 'zod';
import { assertToldFor } from '../../estimate/told-for.ts';
import type {
  Estimate,
  EstimateQuestion,
  Estimates,
  UpstreamRequest,
  UpstreamSettings,
} from '../upstream.ts';
import { bitcoin, solana, tron } from '../../estimate/node-chains.ts';
import { chainId, digits, duration, positiveDigits } from '../../wire/fields.ts';
import { askAndRead } from '../../wire/ask-and-read.ts';
import { readBody } from '../../wire/read-body.ts';
import { headersOf } from '../../wire/request-parts.ts';
import { slippageBps } from '../../wire/slippage.ts';
import { refusalOf } from './errors.ts';
import { addressOf } from './request.ts';

/** Symbiosis' own ids of chains that have no EIP-155 id. */
const nodes: ReadonlyMap<ChainRef, number> = new Map([
  [solana, 5_426],
  [bitcoin, 3_652_501_241],
  [tron, 728_126_428],
]);

export const symbiosisEstimates: Estimates = {
  chains: [...nodes.keys()],
  async price(question, api, signal) {
    const nameless = [question.from, question.to].find(isNameless);
    if (nameless !== undefined)
      return refuse('NO_ROUTE', `symbiosis has a name of its own for ${nameless.symbol} there`);
    const read = (body: unknown) => answer(readEstimate(question, body));
    return askAndRead(api, estimateRequest(question, api.settings), { refusalOf, read }, signal);
  },
};

/** Tokens of these chains have synthetic addresses that only Symbiosis' own list has. */
function isNameless(token: TokenRef): boolean {
  return nodes.has(token.chain) && !isNative(token);
}

export function estimateRequest(
  { from, to, units, payer, recipient, slippage }: EstimateQuestion,
  { feeTaker, integrator }: UpstreamSettings,
): UpstreamRequest {
  return {
    method: 'POST',
    path: '/crosschain/v2/quote',
    body: {
      tokenAmountIn: { ...tokenOf(from), amount: units.toString() },
      tokenOut: tokenOf(to),
      from: payer,
      to: recipient,
      slippage: slippageBps(slippage),
      ...(feeTaker === null ? {} : { partnerAddress: feeTaker }),
    },
    ...headersOf({ 'X-Partner-Id': integrator }),
  };
}

function tokenOf(token: TokenRef) {
  const { decimals, symbol } = token;
  return { address: addressOf(token), chainId: idOf(token.chain), decimals, symbol };
}

function idOf(chain: ChainRef): number {
  return nodes.get(chain) ?? evmChainId(chain) ?? 0;
}

const swapBody = z.object({
  tokenAmountOut: z.object({
    address: z.string(),
    chainId,
    decimals: z.int(),
    amount: positiveDigits,
  }),
  tokenAmountOutMin: z.object({ amount: digits }),
  estimatedTime: duration,
});

export function readEstimate({ to }: EstimateQuestion, body: unknown): Estimate {
  const {
    tokenAmountOut: out,
    tokenAmountOutMin: least,
    estimatedTime,
  } = readBody(swapBody, body, 'symbiosis', 'quote');
  assertToldFor('symbiosis', [
    ['destination chain', idOf(to.chain), out.chainId],
    ['unit', to.decimals, out.decimals],
    // The response may name a node's coin by its synthetic address.
    ...(nodes.has(to.chain)
      ? []
      : [['destination token', addressOf(to), out.address.toLowerCase()] as const]),
  ]);
  return {
    output: out.amount,
    minOutput: least.amount,
    durationSec: estimatedTime,
    bridge: 'symbiosis',
    via: ['symbiosis'],
    expiresAtMs: null,
  };
}
