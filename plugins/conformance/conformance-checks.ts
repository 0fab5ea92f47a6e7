import type { ConformanceCheck } from './check.ts';
import { answersHealth } from './checks/answers-health.ts';
import { bigintOnly } from './checks/bigint-only.ts';
import { boundsItsRequests } from './checks/bounds-its-requests.ts';
import { coherentManifest } from './checks/coherent-manifest.ts';
import { endsOnAbort } from './checks/ends-on-abort.ts';
import { firmWhereDeclared } from './checks/firm-where-declared.ts';
import { keepsCallsApart } from './checks/keeps-calls-apart.ts';
import { keepsPeopleOutOfItsLog } from './checks/keeps-people-out-of-its-log.ts';
import { leaksNothing } from './checks/leaks-nothing.ts';
import { leavesItsArguments } from './checks/leaves-its-arguments.ts';
import { namesItsCharge } from './checks/names-its-charge.ts';
import { neverAboveInput } from './checks/never-above-input.ts';
import { neverTakesBack } from './checks/never-takes-back.ts';
import { noticesItsUpstream } from './checks/notices-its-upstream.ts';
import { offersPureData } from './checks/offers-pure-data.ts';
import { onePriceAtOneTime } from './checks/one-price-at-one-time.ts';
import { ownWays } from './checks/own-ways.ts';
import { plansAfterRestart } from './checks/plans-after-restart.ts';
import { plansPureData } from './checks/plans-pure-data.ts';
import { plansWithinItsRights } from './checks/plans-within-its-rights.ts';
import { pricesBothTokens } from './checks/prices-both-tokens.ts';
import { pricesItsCases } from './checks/prices-its-cases.ts';
import { quotesWhatWasAsked } from './checks/quotes-what-was-asked.ts';
import { recallsByItsPlan } from './checks/recalls-by-its-plan.ts';
import { refusesBelowAgreed } from './checks/refuses-below-agreed.ts';
import { refusesInPlainWords } from './checks/refuses-in-plain-words.ts';
import { refusesWrongLane } from './checks/refuses-wrong-lane.ts';
import { speaksHttps } from './checks/speaks-https.ts';
import { touchesOnlyItsContext } from './checks/touches-only-its-context.ts';

/**
 * The rail contract, sentence by sentence: the manifest, prices, refusals, plans, transfers,
 * manners.
 */
export const conformanceChecks: readonly ConformanceCheck[] = [
  coherentManifest,
  pricesItsCases,
  ownWays,
  offersPureData,
  bigintOnly,
  quotesWhatWasAsked,
  neverAboveInput,
  pricesBothTokens,
  namesItsCharge,
  onePriceAtOneTime,
  firmWhereDeclared,
  refusesWrongLane,
  refusesInPlainWords,
  plansPureData,
  plansWithinItsRights,
  refusesBelowAgreed,
  plansAfterRestart,
  neverTakesBack,
  recallsByItsPlan,
  answersHealth,
  noticesItsUpstream,
  endsOnAbort,
  boundsItsRequests,
  speaksHttps,
  keepsCallsApart,
  leavesItsArguments,
  touchesOnlyItsContext,
  leaksNothing,
  keepsPeopleOutOfItsLog,
];
