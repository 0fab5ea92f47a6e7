import {
  acceptedUntilMs,
  acceptWindowMs,
  keyLifetimeMs,
  type MintFacts,
  mostBundles,
  type PayableAsset,
  type PassFacts,
  type PassKey,
  passPrefix,
  products,
  trialPassesPerDay,
} from '@interline/core/passes';
import { chainToWire, isNative } from '@interline/kernel';
import type * as z from 'zod';
import { type Endpoint, takesPasses } from '../server/endpoint.ts';
import type { mintHeadAnswer, plusInfo } from './schemas.ts';
import { trialTerms } from './terms.ts';

type PlusInfo = z.input<typeof plusInfo>;

/** `facts` is null where the deployment has no passes. */
export function presentInfo(
  facts: PassFacts | null,
  {
    assets,
    basePath,
    endpoints,
  }: {
    /** What invoices can be paid in now. */
    readonly assets: readonly PayableAsset[];
    readonly basePath: string;
    readonly endpoints: readonly Endpoint[];
  },
): PlusInfo {
  const keys = facts?.keys ?? [];
  const current = facts?.current ?? null;
  const nameOf = ({ method, path }: Endpoint): string => `${method} ${basePath}${path}`;
  return {
    service: 'Interline Plus',
    mode: assets.length > 0 ? 'prepaid' : 'trial',
    enabled: facts !== null,
    principle:
      'A pass pays for one request and says nothing of who sends it: we sign it blinded, so we cannot recognise it when it is spent. No later computer can either; a large quantum computer could forge passes.',
    tokens: {
      scheme: 'RSABSSA-SHA384-PSS-Randomized (RFC 9474)',
      prefix: passPrefix,
      unlinkable: true,
      blinding:
        'Draw 32 random bytes, append svc-plus-v1: and 64 random hex digits, and blind the 108 bytes with publicKeyJwk: SHA-384, MGF1 with SHA-384, a salt of 48 bytes.',
      publicKeyJwk: current === null ? null : presentKey(current),
      keyCreated: current?.notBeforeMs ?? null,
      head: facts?.mint.head ?? null,
    },
    ring: {
      keys: keys.map((key) => presentRingKey(key, key === current)),
      lifetimeMs: keyLifetimeMs,
      acceptWindowMs,
      witnessSlot: facts?.mint.origin ?? '',
      witnesses: [...(facts?.mint.witnesses ?? [])],
      quorum: facts?.mint.quorum ?? 0,
      watched: watchedWords(facts?.mint ?? null),
      rotationWitnessRefused: facts?.mint.refused ?? 0,
      tagCommit: {
        writeFlagOn: false,
        tagVerifyShipped: true,
        cutover: null,
        nextRotation: current?.notAfterMs ?? null,
      },
    },
    headAt: `${basePath}/api/plus/mint-head`,
    how: [
      'Check that the key stands in the public log: GET /api/plus/mint-head.',
      'Blind as many messages as you want passes, with tokens.publicKeyJwk.',
      'For passes that are paid for, make an invoice with POST /api/plus/invoice, pay it, and send the blinded values to POST /api/plus/claim.',
      'For some for nothing, send the blinded values to POST /api/plus/trial. Either way, finalize each signature (RFC 9474, section 4.4). Discard all of them if one does not verify.',
      'Spend a pass as the header x-svc-pass, or as pass in a JSON body: base64 of { "preparedMsg", "sig" }. It is spent once the request has a valid shape, whether the limit was reached or not.',
    ],
    products: presentProducts(),
    maxBundlesPerInvoice: mostBundles,
    btcMinSats: 100_000,
    trial: {
      passesPerDay: trialPassesPerDay,
      ...trialTerms,
      how: `POST /api/plus/trial with { blinded }, ${trialTerms.claimsPerIpPerDay} times a day at most. A body of ${trialTerms.bodyCapBytes} bytes holds 115 values, so the ${trialTerms.perRequestMax} of one request are never reached.`,
    },
    assets: Object.fromEntries(
      assets.map(({ name, token }) => [
        name,
        {
          chainId: chainToWire(token.chain),
          symbol: token.symbol,
          kind: name === 'btc' ? 'btc-swap' : isNative(token) ? 'native' : 'erc20',
        },
      ]),
    ),
    redeemableAt: facts === null ? [] : endpoints.filter(takesPasses).map(nameOf),
    weLearn: [
      'Of an invoice: what was paid, from where, as its chain shows it to anyone, and how many of its passes were signed and when the last was. Not which.',
      'That a client took trial passes, how many and when: in memory, until the day ends.',
      'With each request that spends one: the request, and the address that it comes from unless a relay stands between.',
    ],
    weDoNotLearn: [
      'Which of the passes that we signed is the one that is spent.',
      'Whether two passes belong to one holder.',
    ],
    stats: { issued: facts?.stats.issued ?? 0, spent: facts?.stats.spent ?? 0 },
    sdk: '@interline/client/passes',
    docs: `${basePath}/docs`,
    endpoints: endpoints.filter(({ path }) => path.startsWith('/api/plus/')).map(nameOf),
  };
}

/** The same for every caller. */
export function presentMint(facts: MintFacts): z.input<typeof mintHeadAnswer> {
  const { origin, logKey, witnesses, quorum, shown } = facts;
  return {
    head: shown?.head ?? null,
    publicKeyJwk: shown === null ? null : presentKey(shown.key),
    origin,
    logKey,
    checkpoint: shown?.checkpoint ?? null,
    index: shown?.index ?? null,
    inclusion: [...(shown?.inclusion ?? [])],
    consistency: {
      from: shown?.consistency.from ?? 0,
      proof: [...(shown?.consistency.proof ?? [])],
    },
    latest: shown?.latest ?? null,
    leaves: [...(shown?.leaves ?? [])],
    witnesses: presentWitnesses(witnesses),
    quorum,
  };
}

/** A line for each key of a witness. */
export function presentWitnesses(witnesses: MintFacts['witnesses']) {
  return witnesses.flatMap(({ name, vkeys }) => vkeys.map((vkey) => ({ name, vkey })));
}

function watchedWords(mint: PassFacts['mint'] | null): string {
  if (mint === null) return 'There is no mint.';
  const { witnesses, quorum } = mint;
  return witnesses.length === 0
    ? 'No witness watches this mint, so only you can tell whether every client is shown the same keys. Keep what you saw, and compare it with others.'
    : `${quorum} of ${witnesses.length} witnesses must cosign a key before it signs. They show that all callers have the same keys as far as they are not ours: judge that by their names, for we cannot prove it.`;
}

const whatFor = {
  starter: 'to begin with',
  bundle: 'for one client',
  bulk: 'for many clients, or a busy one',
} as const;

function presentProducts(): PlusInfo['products'] {
  return Object.fromEntries(
    Object.entries(products).map(([name, { passes, priceMicroUsd }]) => [
      name,
      {
        tokens: passes,
        usd: Number(priceMicroUsd) / 1_000_000,
        // CAST: the table's own keys.
        what: `${passes} passes, ${whatFor[name as keyof typeof whatFor]}`,
      },
    ]),
  );
}

function presentKey({ publicKey }: PassKey): NonNullable<PlusInfo['tokens']['publicKeyJwk']> {
  return { ...publicKey, key_ops: ['verify'] };
}

function presentRingKey(key: PassKey, current: boolean): PlusInfo['ring']['keys'][number] {
  return {
    seq: key.seq,
    thumb: key.thumb,
    bits: 2_048,
    notBefore: key.notBeforeMs,
    notAfter: key.notAfterMs,
    acceptedUntil: acceptedUntilMs(key),
    current,
  };
}
