import type { ServiceTermsView } from '../discovery/index.ts';
import { chainName } from './chain-names.ts';
import type { Passage } from './passage-index.ts';

/** The terms as sentences; every figure in them is the table's. */
export function termsPassages({
  fees,
  slippage,
  permit,
  maxOpenPullsUsd,
  finality,
  refunds,
  quoteOnly,
  feed,
}: ServiceTermsView): readonly Passage[] {
  const passages: readonly Omit<Passage, 'kind'>[] = [
    {
      id: 'fees',
      text: `The standard fee is ${fees.standardBps} bps (${fees.standardBps / 100} %) of what is moved; it is taken out of the moved token, and so is the gas that the relayer fronts. A comparison warns from an effective fee of ${fees.guardBps / 100} % on. A quote tells the fee as svcRouteFee, a receipt as svcFee.`,
      alsoCalled: 'price',
    },
    {
      id: 'gas',
      text: 'A payer needs no gas and no coin on any chain: it signs off-chain, the relayer pays the gas on both chains and is repaid out of the token that moves.',
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
      text: 'A transfer that was executed cannot be taken back: it ends as DONE, or as FAILED with what was taken refunded. A signature that nobody sent is worth nothing after its deadline. Schedules and conditionals are cancelled by DELETE with their id.',
      alsoCalled: 'cancel undo abort revoke stop transfer',
    },
    {
      id: 'amounts',
      text: 'There is no fixed least or most amount: POST /api/route/compare tells as guard.recommendedMinInput from where on a transfer is worth its charge, and a quote tells as floatlane.capNow the most that the float lane takes now.',
      alsoCalled: 'maximum minimum largest smallest least most amount size big',
    },
    {
      id: 'prices',
      text: "This service tells nobody what a coin is worth: POST /api/route/quote prices a transfer, and POST /api/route/conditional waits for a coin's price.",
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
      alsoCalled: 'permit2 approve deadline long valid',
    },
    {
      id: 'open pulls',
      text: `Accepted pulls that are not mined yet may be worth at most ${maxOpenPullsUsd} USD on one chain; above that requests answer RELAYER_BUSY.`,
      alsoCalled: 'maximum value',
    },
    ...finality.map(({ chain, tiers, confirmations, finalDepth }) => ({
      id: `finality on ${chainName(chain)}`,
      text: `On ${chainName(chain)} a pull needs ${[...tiers.map((tier) => `${tier.confirmations} confirmations up to ${tier.upToUsd} USD`), `${confirmations} confirmations ${tiers.length === 0 ? 'at any value' : 'above'}`].join(', ')} before money of ours leaves; transactions are watched for reorgs to a depth of ${finalDepth} blocks.`,
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
