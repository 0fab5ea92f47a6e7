import {
  type Amount,
  asAmount,
  asHex,
  type ChainRef,
  evmAddress,
  type EvmAddress,
  type Hex,
  isNative,
  permit2ProxyAddress,
  type TokenRef,
} from '@interline/kernel';
import type { AuthorizedTransfer } from '@interline/ports';
import type { PaymentPorts } from './ports.ts';
import { reasons, reasonsOf } from './reasons.ts';

/** What a seller demands, in the words of the wire. */
export interface Demand {
  readonly scheme: string;
  readonly network: string;
  readonly asset: string;
  readonly payTo: string;
  /** Digits. */
  readonly amount: string;
}

/** A payment and the demand that it pays, as x402 has them. Only their shape was checked. */
export interface PaymentRequest {
  readonly x402Version: number;
  /** The demand that the payer accepted. */
  readonly accepted: Demand;
  readonly demand: Demand;
  /** Null where the payer signed for a method that is not known here. */
  readonly authorization: Authorization | null;
  readonly identifier: string | null;
}

interface SignedTerms {
  readonly from: string;
  readonly to: string;
  readonly value: string;
  readonly validAfter: string;
  readonly validBefore: string;
  readonly nonce: string;
  readonly signature: string;
}

export type Authorization =
  | (SignedTerms & { readonly method: 'eip3009' })
  /** `validBefore` is the deadline, and the nonce is decimal. */
  | (SignedTerms & {
      readonly method: 'permit2';
      readonly spender: string;
      readonly token: string;
    });

export type JudgedRequest =
  | { readonly ok: true; readonly transfer: AuthorizedTransfer; readonly token: TokenRef }
  | { readonly ok: false; readonly reason: string; readonly payer: EvmAddress | null };

/** Judges everything that can be judged without reading a chain, in the documented order. */
export function judgeRequest(
  ports: Pick<PaymentPorts, 'authorized' | 'tokens'>,
  { x402Version, accepted, demand, authorization }: PaymentRequest,
): JudgedRequest {
  const payer = authorization === null ? null : addressIn(authorization.from);
  const refuse = (reason: string): JudgedRequest => ({ ok: false, reason, payer });
  if (x402Version !== 2) return refuse(reasons.version);
  if (demand.scheme !== 'exact' || accepted.scheme !== 'exact') return refuse(reasons.scheme);
  const chain = ports.authorized.chains.find((one) => one === demand.network);
  if (chain === undefined || accepted.network !== demand.network) return refuse(reasons.network);
  if (authorization === null) return refuse(reasons.payloadKind);
  const token = tokenIn(ports, chain, demand.asset);
  if (token === null || !isSame(accepted.asset, demand.asset)) return refuse(reasons.requirements);
  const words = reasonsOf[authorization.method];
  if (authorization.method === 'permit2') {
    if (addressIn(authorization.spender) !== permit2ProxyAddress) return refuse(reasons.spender);
    if (!isSame(authorization.token, demand.asset)) return refuse(reasons.token);
  }
  const [to, payTo] = [addressIn(authorization.to), addressIn(demand.payTo)];
  if (payTo === null) return refuse(reasons.requirements);
  if (to !== payTo || !isSame(accepted.payTo, demand.payTo)) return refuse(words.recipient);
  const units = digitsIn(authorization.value);
  const wanted = digitsIn(demand.amount);
  if (wanted === null || wanted === 0n) return refuse(reasons.requirements);
  if (units !== wanted || digitsIn(accepted.amount) !== wanted) return refuse(words.amount);
  const validAfter = digitsIn(authorization.validAfter);
  const validBefore = digitsIn(authorization.validBefore);
  const nonce = nonceIn(authorization);
  const { method, signature } = authorization;
  if (payer === null || validAfter === null || validBefore === null) return refuse(reasons.payload);
  if (nonce === null || !/^0x([0-9a-fA-F]{2})+$/.test(signature)) return refuse(reasons.payload);
  return {
    ok: true,
    token,
    transfer: {
      method,
      chain,
      token: evmAddress(token.address),
      from: payer,
      to,
      units: asAmount(units),
      validAfter,
      validBefore,
      // The same bytes are the same payment in any spelling.
      nonce,
      signature: asHex(signature.toLowerCase()),
    },
  };
}

/** 32 bytes in one spelling; null for anything else. */
function nonceIn({ method, nonce }: Authorization): Hex | null {
  switch (method) {
    case 'eip3009':
      return /^0x[0-9a-fA-F]{64}$/.test(nonce) ? asHex(nonce.toLowerCase()) : null;
    case 'permit2':
      const number = digitsIn(nonce);
      return number === null ? null : `0x${number.toString(16).padStart(64, '0')}`;
  }
}

/** The token and units of a demand that we can settle; otherwise null. */
export function payableOf(
  ports: Pick<PaymentPorts, 'authorized' | 'tokens'>,
  { scheme, network, asset, amount, payTo }: Demand,
): { readonly token: TokenRef; readonly units: Amount } | null {
  const chain = ports.authorized.chains.find((one) => one === network);
  const token = chain === undefined ? null : tokenIn(ports, chain, asset);
  const units = digitsIn(amount);
  if (scheme !== 'exact' || token === null || units === null || units === 0n) return null;
  return addressIn(payTo) === null ? null : { token, units: asAmount(units) };
}

function tokenIn(
  { tokens }: Pick<PaymentPorts, 'tokens'>,
  chain: ChainRef,
  asset: string,
): TokenRef | null {
  const listed = tokens.on(chain).filter((token) => !isNative(token));
  return listed.find(({ address }) => isSame(address, asset)) ?? null;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function addressIn(text: string): EvmAddress | null {
  return /^0x[0-9a-fA-F]{40}$/.test(text) ? evmAddress(text.toLowerCase()) : null;
}

const most = 2n ** 256n;

function digitsIn(text: string): bigint | null {
  if (!/^(0|[1-9][0-9]{0,77})$/.test(text)) return null;
  const value = BigInt(text);
  return value < most ? value : null;
}
