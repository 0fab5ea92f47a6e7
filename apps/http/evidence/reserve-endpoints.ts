import { chainToWire } from '@interline/kernel';
import * as z from 'zod';
import { defineEndpoint } from '../server/endpoint.ts';
import { readLimit } from '../server/limits/request-limit.ts';
import { requestFields } from '../server/schemas/fields.ts';
import { receiptQuery, utcDay } from './schemas.ts';

const limit = readLimit('reserves', 30);
const epochParams = z.object({ epoch: utcDay });

const signedReserves = z
  .object({
    epoch: utcDay,
    jws: z.string().meta({
      description:
        'a JWS of type interline-reserves+jwt: what was held and owed in each asset, out of the books, and addresses: for each account a personal signature (EIP-191) of the three lines interline-reserves/v1, the epoch, and the SHA-256 of assets as compact JSON',
    }),
    index: z.int().min(0).nullable().meta({ description: 'its place in the log' }),
    proof: z
      .string()
      .nullable()
      .meta({ description: 'a C2SP tlog-proof; null until the log contains it' }),
    pendingUntil: z.int().nullable().meta({
      description: 'epoch milliseconds by which the log must contain it; null with a proof',
    }),
  })
  .meta({ id: 'SignedReserves' });

const ownLiability = z
  .object({
    epoch: utcDay,
    chain: requestFields.chain,
    token: z.string(),
    amount: z.string().meta({ description: 'what is owed for the route, in smallest units' }),
    salt: z.string().meta({ description: '32 bytes in hex' }),
    place: z.int().min(0),
    path: z
      .array(z.object({ hash: z.string(), sum: z.string() }))
      .max(64)
      .meta({ description: 'siblings from the lowest up, to the sumTree of that asset' }),
  })
  .meta({ id: 'OwnLiability' });

const ofReserves = {
  method: 'GET',
  limit,
  response: signedReserves,
  errors: ['EVIDENCE_DISABLED', 'UNKNOWN_RECORD', 'STORE_DOWN'],
} as const;

export const lastReservesEndpoint = defineEndpoint({
  ...ofReserves,
  path: '/api/transparency/reserves',
  summary: 'What the service held and owed on the last signed day, and its place in the log.',
  request: {},
  async handle({ deps }) {
    const { evidence } = deps.useCases;
    evidence.assertEnabled();
    const { pendingUntilMs, ...signed } = await evidence.reserves(null);
    return { ...signed, pendingUntil: pendingUntilMs };
  },
});

export const reservesEndpoint = defineEndpoint({
  ...ofReserves,
  path: '/api/transparency/reserves/{epoch}',
  summary: 'The reserves of one day.',
  request: { params: epochParams },
  example: { epoch: '2026-11-23' },
  async handle({ params: { epoch }, deps }) {
    const { evidence } = deps.useCases;
    evidence.assertEnabled();
    const { pendingUntilMs, ...signed } = await evidence.reserves(epoch);
    return { ...signed, pendingUntil: pendingUntilMs };
  },
});

export const liabilityEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/transparency/liability',
  summary:
    'Proves that the refund held for a route, named by its id, is counted in the last reserves.',
  limit,
  request: { query: receiptQuery },
  example: { id: 'rt_00000000000000000000000000000000' },
  response: ownLiability,
  errors: ['MISSING_FIELD', 'EVIDENCE_DISABLED', 'UNKNOWN_RECORD', 'STORE_DOWN'],
  async handle({ query: { id }, deps }) {
    const { evidence } = deps.useCases;
    evidence.assertEnabled();
    const { epoch, chain, token, units, salt, place, path } = await evidence.liability(id);
    return {
      epoch,
      chain: chainToWire(chain),
      token,
      amount: units.toString(),
      salt,
      place,
      path: path.map((node) => ({ hash: node.hash, sum: node.units.toString() })),
    };
  },
});
