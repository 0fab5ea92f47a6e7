import type { AskedBy, Posture } from '@interline/core/posture';

/** Of a service whose one relay answers. */
export function samplePosture({ lane, kem }: AskedBy): Posture {
  const relay = {
    url: 'https://relay.example',
    ok: true,
    batchMs: 250,
    paused: false,
  };
  return {
    version: 'svc-posture/1',
    atMs: 1_800_000_000_000,
    lane: { kind: lane, detail: 'How this request came.', fix: '' },
    transport: {
      pq: kem ?? 'none',
      pqEnforced: false,
      requestFloorBytes: 16_384,
      responseFloorBytes: 8_192,
      note: 'All requests have one size.',
    },
    relay: { ...relay, batching: false },
    relays: [{ ...relay, region: 'eu', operator: 'somebody', independent: true }],
    relayIndependent: true,
    network: {
      onion: null,
      autoTransport: false,
      encryptedDns: false,
      clientAnonymity: lane === 'ohttp' ? 'relay' : 'none',
    },
    chain: {
      amounts: 'public',
      addresses: 'public',
      paidFromFloatPct: null,
      note: 'Chains are public.',
    },
    features: {
      messagingV2: true,
      messagingV1: false,
      plus: true,
      nettingSet: 0,
      coverRowsPerDay: 48,
      privateSubmit: false,
      anonymousQuota: 20_000,
    },
    stillPublic: ['Amounts, addresses and times of every transfer, on its chains.'],
    recommend: ['Ask through the relay, so that we do not see your address.'],
  };
}
