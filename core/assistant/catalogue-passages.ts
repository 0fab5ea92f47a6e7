import {
  type ChainRef,
  comparatorNodes,
  errorCodes,
  errorEntry,
  evmNodes,
  meshNodeCount,
  nonEvmNodes,
  type TokenList,
  type TokenRef,
} from '@interline/kernel';
import type { ServiceTermsView } from '../discovery/index.ts';
import { beyondEvmPassages } from './beyond-evm-passages.ts';
import { chainName, namedChains, shownChain } from './chain-names.ts';
import type { Passage } from './find-passages.ts';

interface CatalogueParts {
  readonly terms: ServiceTermsView;
  readonly tokens: TokenList;
  /** The chains that this deployment serves. */
  readonly chains: readonly ChainRef[];
}

/** What the service knows about itself, from the tables that it uses. */
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
    ...terms.rails.map((rail): Passage => ({
      kind: 'rail',
      id: rail.id,
      text: railText(rail),
      alsoCalled: rail.ways.join(' '),
    })),
    {
      kind: 'rail',
      id: 'rails',
      text: `Rails of this deployment: ${terms.rails.map(({ id, ways }) => (ways.length > 1 ? `${id} (${ways.join(', ')})` : id)).join(', ')}.`,
      alsoCalled: 'list which',
    },
    ...termsPassages(terms),
    ...beyondEvmPassages(terms),
  ];
}

function railText({
  id,
  title,
  broadcast,
  minOut,
  ways,
  lanes,
}: ServiceTermsView['rails'][number]): string {
  const does = lanes.some(({ settles }) => settles === 'firm')
    ? `It broadcasts ${broadcast === 'opt-in' ? 'only with live: true' : 'by default'}, and minOut is ${minOut === 'enforced' ? 'enforced by the service itself' : 'passed on to the engine'}.`
    : 'It gives prices, and settles nothing.';
  return `The rail ${id}: ${title}. ${does}${ways.length > 1 ? ` Ways: ${ways.join(', ')}.` : ''}`;
}

function chainPassages(tokens: TokenList, chains: readonly ChainRef[]): readonly Passage[] {
  const served = chains.map(chainName).join(', ');
  const beyond = nonEvmNodes
    .filter((node) => node.inMesh)
    .map(({ name }) => name)
    .join(', ');
  return [
    {
      kind: 'chain',
      id: 'chains',
      text: `The mesh has ${meshNodeCount} nodes: ${evmNodes.length} EVM chains and ${beyond}. Beside it only feed quotes: ${comparatorNodes.map(({ name }) => name).join(', ')}. Chains this deployment serves: ${served || 'none'}.`,
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

/** The nodes beyond the EVM and beside the mesh, each side with what this deployment does there. */
function nodePassages({ quoteOnly }: ServiceTermsView): readonly Passage[] {
  const beside = comparatorNodes.map((node) => ({ ...node, inMesh: false }));
  return [...nonEvmNodes.filter((node) => node.inMesh), ...beside].map(
    ({ chain, wire, name, inMesh }) => {
      const reach = (['source', 'destination'] as const).map((side) => {
        const closed = quoteOnly.find(
          (corridor) => corridor.node === wire && corridor.side === side,
        );
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
    },
  );
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

/** The terms as sentences; every figure comes from the table. */
function termsPassages({
  fees,
  slippage,
  permit,
  maxOpenPullsUsd,
  maxOpenPullsOfOneUsd,
  finality,
  refunds,
  quoteOnly,
  feed,
}: ServiceTermsView): readonly Passage[] {
  const passages: readonly Omit<Passage, 'kind'>[] = [
    {
      id: 'fees',
      text: `The standard fee is ${fees.standardBps} bps (${fees.standardBps / 100} %) of what is moved; it is taken out of the moved token, and so is the gas that the relayer fronts. A comparison warns from an effective fee of ${fees.guardBps / 100} % on. A quote tells the fee as svcRouteFee, a receipt as svcFee.`,
      alsoCalled: 'price fee cost charge amount usdc',
    },
    {
      id: 'gas',
      text: 'A payer on an EVM chain needs no gas and no coin on any chain: it signs off-chain, the relayer pays the gas on both chains and is repaid out of the token that moves.',
      alsoCalled: 'gas gasless native pay need',
    },
    {
      id: 'what a signature allows',
      text: "A signed permit (Permit2) lets this relayer pull that amount of that token once, until its deadline, and nothing else: without a signature nothing is moved. Who gets it on the other side is no part of what is signed, so the delivery is the relayer's promise; what cannot be delivered is refunded.",
      alsoCalled: 'safe trust my funds permit2 drain',
    },
    {
      id: 'time',
      text: 'How long a transfer takes depends on the rail and the chains: a quote tells it as durationSec, for every rail as etaSeconds, and GET /api/rails/scorecard tells what it took until now.',
      alsoCalled: 'long time transfer arrive delivery settle',
    },
    {
      id: 'taking back',
      text: 'A transfer that was executed cannot be taken back: it ends as DONE, or as FAILED with what was taken refunded. A signature that was not sent is worth nothing after its deadline. Schedules and conditionals are cancelled by DELETE with their id.',
      alsoCalled: 'cancel undo abort revoke stop transfer',
    },
    {
      id: 'amounts',
      text: 'There is no fixed least or most amount: POST /api/route/compare tells as guard.recommendedMinInput from where on a transfer is worth its charge, and a quote tells as floatlane.capNow the most that the float lane takes now.',
      alsoCalled: 'maximum minimum largest smallest least most amount size big',
    },
    {
      id: 'prices',
      text: "This service does not say what a coin is worth: POST /api/route/quote prices a transfer, and POST /api/route/conditional waits for a coin's price.",
      alsoCalled: 'price eth',
    },
    {
      id: 'refunds',
      text: `${refunds.summary} No fee is kept. The route then ends as FAILED with the code ${refunds.code}. A refund that cannot be delivered is tried again every ${refunds.retryMs / 1_000} s.`,
      alsoCalled: 'money lost stuck fails',
    },
    {
      id: 'slippage',
      text: `Slippage is ${slippage.standard / 10_000} % where none is given, and at most ${slippage.most / 10_000} %. minOut sets the least output.`,
    },
    {
      id: 'permit',
      text: `A permit is signed for ${permit.suggestedSec / 60} minutes; at least ${permit.leastLeftSec} s must be left by chain time when it is executed, and at most ${permit.mostSec / 3_600} hours.`,
      alsoCalled: 'permit2 approve approval token first deadline long valid',
    },
    {
      id: 'open pulls',
      text: `Accepted pulls that are not mined yet may be worth at most ${maxOpenPullsUsd} USD on one chain, those of one client or payer at most ${maxOpenPullsOfOneUsd} USD; above that requests answer RELAYER_BUSY. A single transfer worth more than ${maxOpenPullsOfOneUsd} USD answers BAD_AMOUNT.`,
      alsoCalled: 'maximum value',
    },
    ...finality.map(({ chain, tiers, confirmations, finalDepth }) => ({
      id: `finality on ${chainName(chain)}`,
      text: `On ${chainName(chain)} what a caller pays needs ${[...tiers.map((tier) => `${confirmationsOf(tier)} up to ${tier.upToUsd} USD`), `${confirmationsOf({ confirmations })} ${tiers.length === 0 ? 'at any value' : 'above'}`].join(', ')} before money of ours leaves for it, by the value of all that its payer or client pays there in that time; transactions are watched for reorgs to a depth of ${finalDepth} blocks.`,
    })),
    {
      id: 'quote-only corridors',
      text: `Corridors that are not settled here: ${quoteOnly.map(({ node, side, isQuoted, reason }) => `${node} as a ${side} (${isQuoted ? 'priced only' : 'not priced'}: ${reason})`).join('; ') || 'none'}. Executing one is refused with UNSUPPORTED_DIRECTION.`,
      alsoCalled: 'quoteOnly executeReady supported unsupported direction',
    },
    {
      id: 'privacy of the recent routes',
      text: `The feed of recent routes shows no address, hash, id or exact amount: a size is one of ${feed.sizes.map(({ words }) => `"${words}"`).join(', ')}, an age one of ${feed.ages.map(({ words }) => `"${words}"`).join(', ')}.`,
      alsoCalled: 'anonymous public visible others see',
    },
  ];
  return passages.map((passage) => ({ kind: 'terms', ...passage }));
}

function confirmationsOf({ confirmations }: { readonly confirmations: number }): string {
  return confirmations === 1 ? '1 confirmation' : `${confirmations} confirmations`;
}
