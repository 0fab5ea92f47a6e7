import { type AgentPolicy, everything } from '@interline/core/agents';
import {
  type ChainRef,
  evmChain,
  isEvmAddressShape,
  mostSlippage,
  type Ppm,
  readSlippage,
  showSlippage,
  type TokenList,
} from '@interline/kernel';
import type * as z from 'zod';
import { parseServedChain } from '../server/parse/parse-address.ts';
import { badField, shown } from '../server/parse/parse-shape.ts';
import type { registerBody } from './schemas.ts';

type PolicyWire = z.output<typeof registerBody>['policy'];

/** Throws where the policy names a token or chain that does not exist here, which would allow nothing. */
export function parsePolicy(
  { tokens = [], chains = [], recipients = [], ...wire }: PolicyWire,
  listed: TokenList,
  nowMs: number,
): AgentPolicy {
  if (wire.expiresAt <= nowMs)
    throw badField('policy.expiresAt', 'policy.expiresAt has passed; wanted a time in the future');
  return {
    maxPerRoute: BigInt(wire.maxPerRoute),
    maxPerDay: BigInt(wire.maxPerDay),
    tokens: tokens.map((token) => parseToken(token, listed)),
    chains: chains.map((chain) =>
      chain === everything ? chain : parseServedChain(chain, 'policy.chains', listed),
    ),
    recipients: recipients.map(plainAddress),
    approveAbove: wire.approveAbove == null ? null : BigInt(wire.approveAbove),
    ...(wire.maxSlippage === undefined
      ? {}
      : { maxSlippage: readPolicySlippage(wire.maxSlippage) }),
    expiresAtMs: wire.expiresAt,
  };
}

function readPolicySlippage(value: number): Ppm {
  if (value < 0 || value * 1_000_000 > mostSlippage)
    throw badField(
      'policy.maxSlippage',
      `policy.maxSlippage must be a fraction from 0 to ${showSlippage(mostSlippage)}; got ${value}`,
    );
  return readSlippage(value);
}

function parseToken(text: string, listed: TokenList): string {
  if (text === everything) return text;
  const [chain, address] = splitAtSlash(text);
  const found = listed.all.find((token) =>
    address === null
      ? token.symbol.toLowerCase() === text.toLowerCase()
      : token.chain === chain && token.address === plainAddress(address),
  );
  if (found === undefined)
    throw badField(
      'policy.tokens',
      `policy.tokens names ${shown(text)}, which is no token here; wanted a symbol as USDC, or ${evmChain(8453)}/0x…`,
    );
  return address === null ? found.symbol : `${found.chain}/${found.address}`;
}

function splitAtSlash(text: string): [chain: string, address: string | null] {
  const at = text.indexOf('/');
  return at === -1 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
}

/** The form that orders use. */
function plainAddress(text: string): string {
  return isEvmAddressShape(text) ? text.toLowerCase() : text;
}

/** Whether a policy's entry names a chain, not everything. */
export function isChain(text: string): text is ChainRef {
  return text !== everything;
}
