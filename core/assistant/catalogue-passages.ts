import {
  type ChainRef,
  errorCodes,
  errorEntry,
  evmNodes,
  meshNodeCount,
  nonEvmNodes,
  type TokenList,
  type TokenRef,
} from '@interline/kernel';
import type { ServiceTermsView } from '../discovery/index.ts';
import { chainName, namedChains, shownChain } from './chain-names.ts';
import type { Passage } from './passage-index.ts';
import { termsPassages } from './terms-passages.ts';

export interface CatalogueParts {
  readonly terms: ServiceTermsView;
  readonly tokens: TokenList;
  /** What this deployment has access to. */
  readonly chains: readonly ChainRef[];
}

/** What the service knows of itself, from the tables it goes by. */
export function cataloguePassages({ terms, tokens, chains }: CatalogueParts): readonly Passage[] {
  return [
    ...errorCodes.map((code): Passage => {
      const { http, retryAfterMs, summary, suggestedAction } = errorEntry(code);
      const wait =
        retryAfterMs === undefined ? '' : ` It can be tried again after ${retryAfterMs / 1_000} s.`;
      return {
        kind: 'error',
        id: code,
        text: `${code} (HTTP ${http}): ${summary} ${suggestedAction}${wait}`,
      };
    }),
    ...chainPassages(tokens, chains),
    ...nodePassages(terms),
    ...[...Map.groupBy(tokens.all, ({ symbol }) => symbol)].map(([symbol, listed]): Passage => ({
      kind: 'token',
      id: symbol,
      text: tokenText(symbol, listed),
    })),
    {
      kind: 'token',
      id: 'tokens',
      text: `Tokens and coins this service accepts: ${[...new Set(tokens.all.map(({ symbol }) => symbol))].join(', ')}.`,
      alsoCalled: 'list supported accepted which send usdt tether weth wbtc',
    },
    ...terms.rails.map(({ id, title, broadcast, minOut, ways }): Passage => ({
      kind: 'rail',
      id,
      text: `The rail ${id}: ${title}. It broadcasts ${broadcast === 'opt-in' ? 'only with live: true' : 'by default'}, and minOut is ${minOut === 'enforced' ? 'enforced by the service itself' : 'passed on to the engine'}.${ways.length > 1 ? ` Ways: ${ways.join(', ')}.` : ''}`,
      alsoCalled: ways.join(' '),
    })),
    {
      kind: 'rail',
      id: 'rails',
      text: `Rails of this deployment: ${terms.rails.map(({ id, ways }) => (ways.length > 1 ? `${id} (${ways.join(', ')})` : id)).join(', ')}.`,
      alsoCalled: 'list which',
    },
    ...termsPassages(terms),
  ];
}

function chainPassages(tokens: TokenList, chains: readonly ChainRef[]): readonly Passage[] {
  const served = chains.map(chainName).join(', ');
  const beyond = (inMesh: boolean): string =>
    nonEvmNodes
      .filter((node) => node.inMesh === inMesh)
      .map(({ name }) => name)
      .join(', ');
  return [
    {
      kind: 'chain',
      id: 'chains',
      text: `The mesh has ${meshNodeCount} nodes: ${evmNodes.length} EVM chains and ${beyond(true)}. Beside it only feed quotes: ${beyond(false)}. Chains this deployment serves: ${served || 'none'}.`,
      alsoCalled: 'list supported networks which mesh nodes',
    },
    ...evmNodes.map(({ chain, chainId, name, nativeSymbol }): Passage => {
      const symbols = tokens.on(chain).map(({ symbol }) => symbol);
      const here = chains.includes(chain)
        ? `supported here. Tokens on it: ${symbols.join(', ') || 'none'}`
        : 'not supported by this deployment';
      return {
        kind: 'chain',
        id: name,
        text: `${name} is EVM chain ${chainId}, its coin is ${nativeSymbol}; it is ${here}.`,
        alsoCalled: namesOf(chain),
      };
    }),
  ];
}

/** What lies beyond the EVM, each side with what this deployment does there. */
function nodePassages({ quoteOnly }: ServiceTermsView): readonly Passage[] {
  return nonEvmNodes.map(({ chain, wire, name, inMesh }) => {
    const reach = (['source', 'destination'] as const).map((side) => {
      const closed = quoteOnly.find((corridor) => corridor.node === wire && corridor.side === side);
      return closed === undefined
        ? `${name} as a ${side} is settled here.`
        : `Not as a ${side}: ${closed.reason}.`;
    });
    return {
      kind: 'chain',
      id: name,
      text: `${name} is the node "${wire}"${inMesh ? ' of the mesh' : ', for quotes only'}. ${reach.join(' ')}`,
      alsoCalled: namesOf(chain),
    };
  });
}

function namesOf(chain: ChainRef): string {
  return namedChains.find((one) => one.chain === chain)?.names.join(' ') ?? '';
}

function tokenText(symbol: string, listed: readonly TokenRef[]): string {
  const places = listed.map(
    ({ chain, decimals, address }) =>
      `${shownChain(chain)} (${address === 'native' ? "the chain's coin" : address}, ${decimals} decimals)`,
  );
  const signed = [
    ...new Set(
      listed.filter(({ eip2612 }) => eip2612 !== undefined).map(({ chain }) => chainName(chain)),
    ),
  ];
  return `${symbol} is known on ${places.join('; ')}.${signed.length === 0 ? '' : ` A payer can start without gas by an EIP-2612 permit on ${signed.join(', ')}.`}`;
}
