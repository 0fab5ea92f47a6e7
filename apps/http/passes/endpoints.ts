import { badPassesOf } from '../server/limits/bad-passes-of.ts';
import { laneNetwork } from '../server/limits/lane-network.ts';
import { RelayError } from '@interline/kernel';
import { defineEndpoint } from '../server/endpoint.ts';
import { perMinute, readLimit, type RequestLimit } from '../server/limits/request-limit.ts';
import { parseBlinded, parsePassParts } from './parse.ts';
import { presentInfo, presentMint } from './present.ts';
import {
  mintHeadAnswer,
  plusInfo,
  redeemAnswer,
  redeemBody,
  trialAnswer,
  trialBody,
} from './schemas.ts';
import { trialTerms } from './terms.ts';

const trialLimit: RequestLimit = {
  name: 'plus-trial',
  requests: trialTerms.claimsPerIpPerDay,
  perMs: 86_400_000,
  isFixed: true,
  isCountedLateInLane: true,
};

const samplePass = {
  preparedMsg: Buffer.from(`${'\0'.repeat(32)}svc-plus-v1:${'0'.repeat(64)}`).toString('base64'),
  sig: Buffer.alloc(256).toString('base64'),
};

export const plusInfoEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/plus/info',
  summary:
    'What a pass is, which keys sign it, how to get one, and what the service learns from it.',
  limit: readLimit('plus'),
  request: {},
  response: plusInfo,
  errors: ['STORE_DOWN'],
  async handle({ deps, endpoints }) {
    const { passes, invoices } = deps.useCases;
    const [facts, assets] = passes.isEnabled
      ? await Promise.all([passes.describePasses(), invoices.payableAssets()])
      : [null, []];
    return presentInfo(facts, { assets, basePath: deps.basePath, endpoints });
  },
});

/**
 * One text for all clients: if the service showed one caller a key of its own, no log that another
 * caller sees would contain it.
 */
export const mintHeadEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/plus/mint-head',
  summary:
    "The log of all keys that sign passes, with its witnesses' cosignatures; the same for every client.",
  limit: readLimit('plus'),
  request: {},
  response: mintHeadAnswer,
  // Not cached: after a rotation, an older copy next to the new key would look like a lie.
  cache: { maxAgeSec: 0 },
  errors: ['PLUS_DISABLED', 'MINT_ROTATION_UNWITNESSED', 'STORE_DOWN'],
  async handle({ deps }) {
    const { passes } = deps.useCases;
    passes.assertEnabled();
    const facts = await passes.describeMint();
    if (facts === null) throw new RelayError('MINT_ROTATION_UNWITNESSED');
    return presentMint(facts);
  },
});

export const trialEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/plus/trial',
  summary: 'Free passes: signs blinded values, all or none.',
  limit: trialLimit,
  bodyCapBytes: trialTerms.bodyCapBytes,
  request: { body: trialBody },
  example: { blinded: [Buffer.alloc(256, 1).toString('base64')] },
  response: trialAnswer,
  changes: 'pass',
  errors: [
    'MISSING_FIELD',
    'BODY_TOO_LARGE',
    'PLUS_DISABLED',
    'MINT_ROTATION_UNWITNESSED',
    'SIGNER_BUSY',
    'STORE_DOWN',
  ],
  async handle({ body, address, deps, countInLane }) {
    const { passes } = deps.useCases;
    passes.assertEnabled();
    const { signatures, key, remainingToday } = await passes.signTrial({
      client: address,
      blinded: body.blinded.map(parseBlinded),
      count: () => countInLane(null),
    });
    return {
      blindSigs: signatures.map((signature) => Buffer.from(signature).toString('base64')),
      seq: key.seq,
      thumb: key.thumb,
      // In the lane it is what others took.
      ...(address === laneNetwork ? {} : { remainingToday }),
    };
  },
});

export const redeemEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/plus/redeem',
  summary: 'Spends a pass, and proves only that it was valid.',
  limit: perMinute('plus-redeem', 40),
  request: { body: redeemBody },
  example: samplePass,
  response: redeemAnswer,
  changes: 'pass',
  anyOrigin: true,
  errors: [
    'MISSING_FIELD',
    'BODY_TOO_LARGE',
    'PLUS_DISABLED',
    'PASS_INVALID',
    'PASS_EXPIRED',
    'PASS_SPENT',
    'STORE_DOWN',
  ],
  async handle({ body, address, headers, deps }) {
    const { passes } = deps.useCases;
    passes.assertEnabled();
    // As for a pass that a request shows: the limit of this path alone would let twice as many be verified.
    const bad = badPassesOf(deps, address, headers);
    bad.assertFew();
    const verified = await passes.verifyPass(parsePassParts(body)).catch(async (error: unknown) => {
      await bad.countEnd(error);
      throw error;
    });
    await passes.spendPass(verified);
    return { ok: true as const, seq: verified.key.seq, thumb: verified.key.thumb };
  },
});
