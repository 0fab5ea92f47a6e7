import {
  type Address,
  isNative,
  type Refusal,
  refuse,
  showUnits,
  type TokenRef,
} from '@interline/plugins';
import type { Ask, Built, Upstream } from './upstream/upstream.ts';
import { eeeeNative, zeroNative } from './wire/native-coin.ts';
import { readTransfer } from './wire/read-calldata.ts';

/** A transaction that an engine asks us to sign, and everything it is compared with. */
export interface BuiltSubject {
  readonly upstream: Upstream;
  readonly ask: Ask;
  readonly built: Built;
  /** The engine's contracts on the source chain; null if the deployment lists none. */
  readonly known: readonly Address[] | null;
  /** The tokens of the source chain. */
  readonly tokens: readonly TokenRef[];
  /**
   * The value of the coin that the call carries beside the amount, rounded up; null if the coin has
   * no price now.
   */
  readonly feeMicroUsd: bigint | null;
  readonly maxNativeFeeMicroUsd: bigint;
  readonly nowMs: number;
}

/** Null if the transaction passes. */
type BuiltCheck = (subject: BuiltSubject) => Refusal | null;

const checks: readonly BuiltCheck[] = [
  isCurrent,
  callIsPaidFor,
  contractsAreKnown,
  transferIsExact,
  callFactsMatch,
  valueIsBounded,
];

/** The first check that a transaction fails; null if we may sign it. */
export function checkBuilt(subject: BuiltSubject): Refusal | null {
  for (const check of checks) {
    const refusal = check(subject);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** The right chain, not expired, and plausible figures. */
function isCurrent({ upstream: { name }, ask, built, nowMs }: BuiltSubject): Refusal | null {
  const { call, output, minOutput, expiresAtMs } = built;
  if (call.chainId !== ask.fromChainId)
    return refuse(
      'RAIL_FAULT',
      `${name} built a transaction for chain ${call.chainId}; wanted ${ask.fromChainId}`,
    );
  if (expiresAtMs !== null && expiresAtMs <= nowMs)
    return refuse('RAIL_FAULT', `the transaction of ${name} had expired when it came`);
  if (output === 0n) return refuse('NO_ROUTE', `${name} would deliver nothing`);
  if (minOutput > output)
    return refuse(
      'RAIL_FAULT',
      `${name} promises at least ${showUnits(minOutput)} and expects only ${showUnits(output)}`,
    );
  return null;
}

/**
 * The call has calldata, and the engine can take what it priced: a coin through the call's value, a
 * token through an approval, or because the call itself is the transfer.
 */
function callIsPaidFor(subject: BuiltSubject): Refusal | null {
  const {
    upstream: { name },
    ask,
    built: { call },
  } = subject;
  const isTransfer = isPlainTransfer(subject);
  if (call.data === '0x' && !isTransfer)
    return refuse('RAIL_FAULT', `${name} built a transaction that says nothing`);
  if (!isNative(ask.from))
    return call.spender === null && !isTransfer
      ? refuse('RAIL_FAULT', `${name} does not name who may take the token`)
      : null;
  if (call.spender !== null) return refuse('RAIL_FAULT', `${name} wants an approval for a coin`);
  return call.value < ask.units
    ? refuse('RAIL_FAULT', `${name} would be sent less than it priced`)
    : null;
}

/**
 * Target and spender are the engine's listed contracts, if the deployment lists any. A plain
 * transfer goes to an address created for it, which other checks verify.
 */
function contractsAreKnown(subject: BuiltSubject): Refusal | null {
  const {
    upstream: { name },
    built: { call },
    known,
  } = subject;
  if (known === null || isPlainTransfer(subject)) return null;
  if (!known.includes(call.to))
    return refuse(
      'RAIL_FAULT',
      `${name} wants a call to ${call.to}, which is none of its listed contracts`,
    );
  return call.spender === null || known.includes(call.spender)
    ? null
    : refuse(
        'RAIL_FAULT',
        `${name} wants an approval for ${call.spender}, which is none of its listed contracts`,
      );
}

/**
 * A call on the token itself transfers exactly what was priced: it is neither an approval nor a
 * transfer of everything we hold.
 */
function transferIsExact(subject: BuiltSubject): Refusal | null {
  const {
    upstream: { name },
    ask,
    built: { call },
  } = subject;
  if (isNative(ask.from))
    return isPlainTransfer(subject) && call.value !== ask.units
      ? refuse('RAIL_FAULT', `${name} wants a transfer of another amount than it priced`)
      : null;
  if (call.to !== ask.from.address) return null;
  const transfer = readTransfer(call.data);
  if (transfer === null)
    return refuse('RAIL_FAULT', `${name} wants a call to the token that is no plain transfer`);
  return transfer.units === ask.units
    ? null
    : refuse('RAIL_FAULT', `${name} wants a transfer of another amount than it priced`);
}

/** Everything that could be read from the calldata agrees with the ask. */
function callFactsMatch(subject: BuiltSubject): Refusal | null {
  const {
    upstream: { name, traits },
    ask,
    built: {
      call: { says },
    },
  } = subject;
  const wrong = (what: string) =>
    refuse(
      'RAIL_FAULT',
      `${name} wrote another ${what} into the transaction than it was asked for`,
    );
  if (says.token !== undefined && !isSourceToken(subject, says.token)) return wrong('token');
  if (says.units !== undefined && says.units !== ask.units) return wrong('amount');
  if (says.recipient !== undefined && says.recipient !== ask.recipient) return wrong('recipient');
  if (
    says.refundTo !== undefined &&
    says.refundTo !== (traits.refundsTo === 'payer' ? ask.payer : ask.depositor)
  )
    return wrong('refund address');
  if (says.toChainId !== undefined && says.toChainId !== ask.toChainId)
    return wrong('destination chain');
  return says.minOutput !== undefined && ask.minOutput !== null && says.minOutput < ask.minOutput
    ? wrong('minimum')
    : null;
}

/**
 * Engines write a coin in any of the usual ways, or as its wrapped token; the call's value decides
 * how much of it is sent.
 */
function isSourceToken({ ask: { from }, tokens }: BuiltSubject, written: string): boolean {
  if (!isNative(from)) return written === from.address;
  return (
    written === zeroNative ||
    written === eeeeNative ||
    tokens.some(({ address, asset }) => address === written && asset === from.asset)
  );
}

/** The coin beside the amount is a fee paid by the relayer, so it needs a price and a bound. */
function valueIsBounded({
  upstream: { name },
  ask,
  built,
  feeMicroUsd,
  maxNativeFeeMicroUsd,
}: BuiltSubject): Refusal | null {
  if (coinBesideAmount(ask, built) === 0n) return null;
  if (feeMicroUsd === null)
    return refuse('NO_ROUTE', `${name} wants a flat fee in a coin that has no price now`);
  return feeMicroUsd > maxNativeFeeMicroUsd
    ? refuse(
        'NO_ROUTE',
        `${name} wants a flat fee worth ${showUnits(feeMicroUsd)} micro-USD; at most ${maxNativeFeeMicroUsd} is paid`,
      )
    : null;
}

/** The part of the call's value that is not the amount itself. */
export function coinBesideAmount(
  { from, units }: Pick<Ask, 'from' | 'units'>,
  { call }: Pick<Built, 'call'>,
): bigint {
  return isNative(from) ? call.value - units : call.value;
}

/**
 * Where the built transaction is a plain transfer of the amount: the address that it is made to.
 * Null for a call, and for what no check passes.
 */
export function depositTo(
  subject: Pick<BuiltSubject, 'upstream' | 'ask' | 'built'>,
): Address | null {
  if (!isPlainTransfer(subject)) return null;
  const { to, data } = subject.built.call;
  return isNative(subject.ask.from) ? to : (readTransfer(data)?.to ?? null);
}

/**
 * A bare transfer of the coin, or a call on the token itself without approval, by an engine whose
 * deposits are plain transfers.
 */
function isPlainTransfer({
  upstream: { traits },
  ask: { from },
  built: { call },
}: Pick<BuiltSubject, 'upstream' | 'ask' | 'built'>): boolean {
  const isBare = isNative(from) ? call.data === '0x' : call.to === from.address;
  return traits.handsOverBy === 'transfer' && call.spender === null && isBare;
}
