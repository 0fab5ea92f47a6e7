import { type AgentPolicy, everything } from '@interline/core/agents';
import {
  type ChainRef,
  evmChain,
  isEvmAddressShape,
  type Memo,
  memoTypes,
  mostSlippage,
  type Ppm,
  readMemo,
  readSlippage,
  recipientName,
  showSlippage,
  type TokenList,
} from '@interline/kernel';
import type { AddressReader } from '@interline/ports';
import type * as z from 'zod';
import type { HttpDeps } from '../server/http-deps.ts';
import { parseServedChain } from '../server/parse/parse-address.ts';
import { badField, shown } from '../server/parse/parse-shape.ts';
import type { registerBody } from './schemas.ts';

type PolicyWire = z.output<typeof registerBody>['policy'];

/** Throws where the policy names a token, chain or recipient that cannot exist here, which would allow nothing. */
export function parsePolicy(
  { tokens = [], chains = [], recipients = [], ...wire }: PolicyWire,
  { tokens: listed, addresses, clock }: Pick<HttpDeps, 'tokens' | 'addresses' | 'clock'>,
): AgentPolicy {
  const served = [...new Set(listed.all.map(({ chain }) => chain))];
  if (wire.expiresAt <= clock.now())
    throw badField('policy.expiresAt', 'policy.expiresAt has passed; wanted a time in the future');
  return {
    maxPerRoute: BigInt(wire.maxPerRoute),
    maxPerDay: BigInt(wire.maxPerDay),
    tokens: tokens.map((token) => parseToken(token, listed)),
    chains: chains.map((chain) =>
      chain === everything ? chain : parseServedChain(chain, 'policy.chains', listed),
    ),
    recipients: recipients.map((recipient) =>
      recipient === everything ? recipient : parseRecipient(recipient, served, addresses),
    ),
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

/** An address of any chain that is served, and its memo where it has one, in the form that orders use. */
function parseRecipient(
  text: string,
  served: readonly ChainRef[],
  addresses: AddressReader,
): string {
  const [address = '', ...memo] = text.split('?memo=');
  const read = served.map((chain) => addresses.read(chain, address)).find(({ ok }) => ok);
  if (read?.ok !== true)
    throw badField(
      'policy.recipients',
      `policy.recipients names ${shown(text)}, which is no address of a chain served here; wanted whole addresses, or ["*"] for all`,
    );
  return recipientName(read.value.address, memo.length === 0 ? undefined : parseMemo(memo, text));
}

function parseMemo(parts: readonly string[], text: string): Memo {
  // The text of a memo may hold anything.
  const [said = '', ...rest] = parts.join('?memo=').split(':');
  const type = memoTypes.find((one) => one === said);
  if (type === undefined || rest.length === 0)
    throw badField(
      'policy.recipients',
      `policy.recipients names ${shown(text)}, whose memo has no type; wanted ?memo=, one of ${memoTypes.join(', ')}, a colon and the value`,
    );
  return readMemo(type, rest.join(':'));
}

/** The form that orders use. */
function plainAddress(text: string): string {
  return isEvmAddressShape(text) ? text.toLowerCase() : text;
}

/** Whether a policy's entry names a chain, not everything. */
export function isChain(text: string): text is ChainRef {
  return text !== everything;
}
