/**
 * The source of a field.
 *
 * - request: the request itself
 * - probe: tried within the last probe interval
 * - counter: counted
 * - code: what the service is able to do, independent of config
 * - derived: from the other fields
 */
export interface Source {
  readonly kind: 'request' | 'probe' | 'counter' | 'code' | 'derived';
  readonly by: string;
}

const request: Source = { kind: 'request', by: 'how this request came in' };
const relayProbe: Source = { kind: 'probe', by: 'a canary through the relay and back' };
const originProbe: Source = { kind: 'probe', by: 'an answer of the public address, read' };
const derived: Source = { kind: 'derived', by: 'the fields above' };

/** One line for every field of the report; a test compares report and table. */
export const sources: Readonly<Record<string, Source>> = {
  version: { kind: 'code', by: 'this release' },
  at: { kind: 'probe', by: 'the clock' },
  'lane.kind': { kind: 'request', by: 'how it came in, and whether its Host is the onion seen' },
  'lane.detail': request,
  'lane.fix': request,
  'transport.pq': request,
  'transport.pqEnforced': { kind: 'probe', by: 'the key document that is served now' },
  'transport.requestFloorBytes': { kind: 'code', by: 'the constant that requests are padded with' },
  'transport.responseFloorBytes': { kind: 'code', by: 'the constant that answers are padded with' },
  'transport.note': { kind: 'code', by: 'the sizes that answers may have' },
  'relay.url': relayProbe,
  'relay.ok': relayProbe,
  'relay.batchMs': relayProbe,
  'relay.paused': relayProbe,
  'relay.batching': relayProbe,
  'relays.url': relayProbe,
  'relays.region': { kind: 'probe', by: 'the config, for relays that are probed' },
  'relays.operator': { kind: 'probe', by: 'the config, for relays that are probed' },
  'relays.independent': { kind: 'probe', by: 'the config, for relays that are probed' },
  'relays.ok': relayProbe,
  'relays.batchMs': relayProbe,
  'relays.paused': relayProbe,
  relayIndependent: derived,
  'network.onion': originProbe,
  'network.autoTransport': originProbe,
  'network.encryptedDns': { kind: 'probe', by: "the HTTPS record of the public address's name" },
  'network.clientAnonymity': request,
  'chain.amounts': { kind: 'code', by: 'what a public chain is' },
  'chain.addresses': { kind: 'code', by: 'what a public chain is' },
  'chain.paidFromFloatPct': { kind: 'counter', by: 'the last 100 live routes' },
  'chain.note': { kind: 'code', by: 'what a public chain is' },
  'features.messagingV2': { kind: 'probe', by: 'the day that its rows are read by' },
  'features.messagingV1': { kind: 'code', by: 'its paths answer 410' },
  'features.plus': {
    kind: 'probe',
    by: 'a key that signs now, and what its witnesses cosigned within a week',
  },
  'features.nettingSet': {
    kind: 'counter',
    by: 'the routes that the last mined payout was one of',
  },
  'features.coverRowsPerDay': { kind: 'counter', by: 'cover rows that were put in yesterday' },
  'features.privateSubmit': {
    kind: 'code',
    by: 'no transaction is handed to a private mempool, whatever the RPC nodes do with it',
  },
  'features.anonymousQuota': {
    kind: 'counter',
    by: "what was left of the lane's limit at the last full hour, up to whole thousands",
  },
  stillPublic: derived,
  recommend: {
    kind: 'derived',
    by: 'the fields above, and what the witnesses of the mint and the logs answered',
  },
};
