import { RelayError } from '@interline/kernel';
import * as z from 'zod';
import { defineEndpoint } from '../server/endpoint.ts';
import { readLimit } from '../server/limits/request-limit.ts';
import {
  consistencyAnswer,
  consistencyQuery,
  inclusionAnswer,
  inclusionQuery,
  logKeys,
  tilePaths,
} from './log-schemas.ts';
import { parseTilePath } from './tile-path.ts';

const limit = readLimit('transparency');
const errors = ['EVIDENCE_DISABLED', 'LOG_BEHIND', 'STORE_DOWN'] as const;
/**
 * The path does not name the log: a log that starts again after entries were lost has other bytes
 * there.
 */
const forThisLog = { maxAgeSec: 60 };
const hashBytes = 32;

export const checkpointEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/transparency/checkpoint',
  summary: 'The newest checkpoint of the log of receipts, cosigned by its witnesses.',
  limit,
  request: {},
  response: z.custom<Uint8Array>(),
  binary: { answers: 'text/plain', hasJson: false },
  errors,
  async handle({ deps }) {
    const { evidence } = deps.useCases;
    evidence.assertEnabled();
    return Buffer.from(await evidence.log.checkpoint());
  },
});

const sampleTiles = [
  { level: 'entries', first: '000' },
  { level: '0', first: '000.p', second: '4' },
  { level: '0', first: 'x001', second: '234.p', third: '7' },
];

/** One row for each length of the paths: N below 1,000,000, which is a log of 256,000,000 entries. */
export const tileEndpoints = tilePaths.map((params, at) =>
  defineEndpoint({
    method: 'GET',
    path: `/api/transparency/tile/${Object.keys(params.shape)
      .map((name) => `{${name}}`)
      .join('/')}`,
    summary: 'A tile of hashes of the log, or of its entries (c2sp.org/tlog-tiles).',
    limit,
    request: { params },
    ...(sampleTiles[at] === undefined ? {} : { example: sampleTiles[at] }),
    response: z.custom<Uint8Array>(),
    binary: { answers: 'application/octet-stream', hasJson: false },
    cache: forThisLog,
    errors,
    async handle({ params: { level, ...parts }, deps }) {
      const { evidence } = deps.useCases;
      evidence.assertEnabled();
      const { place, width } = parseTilePath(Object.values(parts));
      if (level === 'entries')
        return Buffer.concat((await evidence.log.tileEntries(place, width)).map(withLength));
      const hashes = await evidence.log.tile(Number(level), place, width);
      return Buffer.from(hashes, 'base64').subarray(0, width * hashBytes);
    },
  }),
);

export const logKeysEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/transparency/vkey',
  summary: "The log's name and key, and the witnesses that cosign its checkpoints.",
  limit,
  request: {},
  response: logKeys,
  errors: ['EVIDENCE_DISABLED', 'STORE_DOWN'],
  async handle({ deps }) {
    const { evidence } = deps.useCases;
    evidence.assertEnabled();
    const { origin, vkey, quorum, witnesses } = await evidence.log.keys();
    return {
      origin,
      vkey,
      quorum,
      witnesses: witnesses.map(({ name, vkeys }) => ({ name, vkeys: [...vkeys] })),
    };
  },
});

export const consistencyEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/transparency/consistency',
  summary: 'Proves that the log of one size extends the log of another.',
  limit,
  request: { query: consistencyQuery },
  example: { from: '4', to: '8' },
  response: consistencyAnswer,
  errors: ['MISSING_FIELD', ...errors],
  async handle({ query: { from, to }, deps }) {
    const { evidence } = deps.useCases;
    evidence.assertEnabled();
    if (from > to) throw new RelayError('BAD_REQUEST', { field: 'from' }, 'from is larger than to');
    return { proof: [...(await evidence.log.consistency(from, to))] };
  },
});

export const inclusionEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/transparency/inclusion',
  summary: 'The place of a leaf in the log, by its hash alone.',
  limit,
  request: { query: inclusionQuery },
  example: { leaf: '00'.repeat(32) },
  response: inclusionAnswer,
  errors: ['MISSING_FIELD', 'UNKNOWN_RECORD', ...errors],
  async handle({ query: { leaf }, deps }) {
    const { evidence } = deps.useCases;
    evidence.assertEnabled();
    const { index, size, proof } = await evidence.log.inclusion(leaf);
    return { index, size, proof: [...proof] };
  },
});

/** As a bundle of entries has them: two bytes of length in front of each. */
function withLength(entry: Uint8Array): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(entry.length);
  return Buffer.concat([length, entry]);
}
