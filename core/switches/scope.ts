import {
  type ChainRef,
  chainFromWire,
  chainToWire,
  type Lane,
  RelayError,
  type TokenList,
  type TokenRef,
} from '@interline/kernel';
import type { RailRegistry } from '@interline/ports';

/**
 * A part of the service that can be paused or drained, as its text: `service`, `chain:8453`,
 * `token:8453/0x...` (`native` for the coin), `lane:8453-42161`, `rail:<package id>` or
 * `engine:<name>`. Chains are written as on the wire.
 */
export type Scope = string;

export const scopeKinds = ['service', 'chain', 'token', 'lane', 'rail', 'engine'] as const;
export type ScopeKind = (typeof scopeKinds)[number];

export function kindOf(scope: Scope): ScopeKind {
  return scopeKinds.find((kind) => scope === kind || scope.startsWith(`${kind}:`)) ?? 'service';
}

/** What a transfer moves, and with what. */
export interface ScopedTransfer {
  readonly lane: Lane;
  readonly from: TokenRef;
  readonly to: TokenRef;
}

/** Every scope a transfer lies in, whatever engine carries it. */
export function scopesOf({ lane, from, to }: ScopedTransfer): readonly Scope[] {
  return [
    'service',
    chainScope(lane.from),
    chainScope(lane.to),
    laneScope(lane),
    tokenScope(from),
    tokenScope(to),
  ];
}

/** Every scope of an engine: its own and that of the package it is in. */
export function scopesOfEngine(engine: string, railPackage: string): readonly Scope[] {
  return [`rail:${railPackage}`, `engine:${engine}`];
}

export function chainScope(chain: ChainRef): Scope {
  return `chain:${chainToWire(chain)}`;
}

export function laneScope({ from, to }: Lane): Scope {
  return `lane:${chainToWire(from)}-${chainToWire(to)}`;
}

function tokenScope({ chain, address }: Pick<TokenRef, 'chain' | 'address'>): Scope {
  return `token:${chainToWire(chain)}/${address}`;
}

/** What a deployment is made of, so that a mistyped scope is refused instead of kept unused. */
export interface ScopedParts {
  readonly chains: readonly ChainRef[];
  readonly tokens: TokenList;
  readonly registry: Pick<RailRegistry, 'rails'>;
}

const wanted =
  'service, chain:8453, token:8453/USDC (or its address), lane:8453-42161, rail:<package> or engine:<name>';

/**
 * The scope that a person means; token symbols become addresses. Throws `BAD_REQUEST` where the
 * text is not a scope or names a part that this deployment does not have.
 */
export function parseScope(parts: ScopedParts, text: string): Scope {
  if (text === 'service') return text;
  const [kind, name = ''] = splitAt(text, text.indexOf(':'));
  switch (kind) {
    case 'chain':
      return chainScope(knownChain(parts, name));
    case 'token': {
      const [chainName, token = ''] = splitAt(name, name.indexOf('/'));
      const chain = knownChain(parts, chainName);
      if (token === '') throw notAScope(text);
      return tokenScope(parts.tokens.resolve(chain, token, 'scope'));
    }
    case 'lane': {
      const [fromName, toName = ''] = splitAt(name, name.indexOf('-'));
      const lane = { from: knownChain(parts, fromName), to: knownChain(parts, toName) };
      if (lane.from === lane.to) throw notAScope(text);
      return laneScope(lane);
    }
    case 'rail':
      return named(
        'rail',
        name,
        parts.registry.rails.map(({ manifest }) => manifest.id),
      );
    case 'engine':
      return named(
        'engine',
        name,
        parts.registry.rails.flatMap(({ manifest }) => manifest.ways),
      );
    default:
      throw notAScope(text);
  }
}

function splitAt(text: string, at: number): readonly [string, string?] {
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function knownChain({ chains, tokens }: ScopedParts, name: string): ChainRef {
  // A plugin's own chain is known by the tokens that are listed on it.
  const chain =
    chainFromWire(name) ?? tokens.all.find((token) => token.chain === name)?.chain ?? null;
  if (chain !== null && (chains.includes(chain) || tokens.on(chain).length > 0)) return chain;
  throw refused(
    `this deployment does not have the chain ${shown(name)}; it has ${chains.map(chainToWire).join(', ')}`,
  );
}

function named(kind: ScopeKind, name: string, known: readonly string[]): Scope {
  if (known.includes(name)) return `${kind}:${name}`;
  throw refused(
    `this deployment does not have the ${kind} ${shown(name)}; it has ${known.join(', ') || 'none'}`,
  );
}

function notAScope(text: string): RelayError {
  return refused(`${shown(text)} is not a scope; wanted ${wanted}`);
}

function refused(reason: string): RelayError {
  return new RelayError('BAD_REQUEST', { field: 'scope' }, reason);
}

function shown(text: string): string {
  return text.length > 80 ? `of ${text.length} characters` : JSON.stringify(text);
}
