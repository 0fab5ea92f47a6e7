import { answer, type ChainRef, evmChainId, isNative, type TokenRef } from '@interline/plugins';
import { z } from 'zod';
import { assertToldFor, toldAddress } from '../../estimate/told-for.ts';
import type {
  Estimate,
  EstimateQuestion,
  Estimates,
  UpstreamRequest,
  UpstreamSettings,
} from '../upstream.ts';
import {
  bitcoin,
  ignoresCase,
  pricedEvm,
  solana,
  stellar,
  sui,
  tron,
} from '../../estimate/node-chains.ts';
import { bridgeName, positiveDigits } from '../../wire/fields.ts';
import { askAndRead } from '../../wire/ask-and-read.ts';
import { readBody } from '../../wire/read-body.ts';
import { slippageFraction } from '../../wire/slippage.ts';
import { refusalOf } from './errors.ts';
import { listed } from '../../wire/request-parts.ts';
import { estimated, includedSteps, viaOf } from './read-quote.ts';
import { keyOf, lifiCoin } from './request.ts';

/** LI.FI's own ids of chains that have no EIP-155 id; Sui's is above the safe integers. */
const nodes: ReadonlyMap<ChainRef, string> = new Map([
  [solana, '1151111081099710'],
  [bitcoin, '20000000000001'],
  [tron, '728126428'],
  [sui, '9270000000000000'],
  [stellar, '1201081091099710'],
]);

export const lifiEstimates: Estimates = {
  chains: [...nodes.keys(), ...pricedEvm],
  price(question, api, signal) {
    const read = (body: unknown) => answer(readEstimate(question, body));
    return askAndRead(api, estimateRequest(question, api.settings), { refusalOf, read }, signal);
  },
};

export function estimateRequest(
  { from, to, units, payer, recipient, slippage }: EstimateQuestion,
  settings: UpstreamSettings,
): UpstreamRequest {
  return {
    method: 'GET',
    path: '/v1/quote',
    query: {
      fromChain: idOf(from.chain),
      toChain: idOf(to.chain),
      fromToken: nameOf(from),
      toToken: nameOf(to),
      fromAmount: units.toString(),
      fromAddress: payer,
      toAddress: recipient,
      slippage: slippageFraction(slippage),
      order: 'CHEAPEST',
      skipSimulation: 'true',
      integrator: settings.integrator ?? undefined,
      allowBridges: listed(settings.allow),
      denyBridges: listed(settings.deny),
    },
    ...keyOf(settings),
  };
}

function idOf(chain: ChainRef): string {
  return nodes.get(chain) ?? String(evmChainId(chain));
}

/**
 * LI.FI accepts a symbol in place of an address, and each node has its own address for its coin.
 */
function nameOf(token: TokenRef): string {
  if (!isNative(token)) return token.address;
  return nodes.has(token.chain) ? token.symbol : lifiCoin;
}

const token = z.object({ address: z.string(), symbol: z.string() });
const chain = z.union([z.number(), z.string()]).transform(String);

const quote = z.object({
  tool: bridgeName,
  action: z.object({
    fromChainId: chain,
    toChainId: chain,
    fromToken: token,
    toToken: token,
    fromAmount: positiveDigits,
  }),
  estimate: estimated,
  includedSteps,
});

export function readEstimate(question: EstimateQuestion, body: unknown): Estimate {
  const { from, to, units } = question;
  const quoted = readBody(quote, body, 'lifi', 'quote');
  const { tool, action, estimate } = quoted;
  assertToldFor('lifi', [
    ['source chain', idOf(from.chain), action.fromChainId],
    ['destination chain', idOf(to.chain), action.toChainId],
    ['source token', nameOf(from), toldOf(from, action.fromToken)],
    ['destination token', nameOf(to), toldOf(to, action.toToken)],
    ['amount', units, action.fromAmount],
  ]);
  return {
    output: estimate.toAmount,
    minOutput: estimate.toAmountMin,
    durationSec: estimate.executionDuration,
    bridge: tool ?? 'lifi',
    via: viaOf(quoted.includedSteps),
    expiresAtMs: null,
  };
}

function toldOf(asked: TokenRef, { address, symbol }: z.output<typeof token>): string {
  return isNative(asked) && !ignoresCase(asked.chain) ? symbol : toldAddress(asked, address);
}
