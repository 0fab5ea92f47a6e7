import { defineEndpoint } from '../server/endpoint.ts';
import { readLimit, type RequestLimit } from '../server/limits/request-limit.ts';
import { missingField } from '../server/parse/parse-shape.ts';
import { hashOfKey, newApiKey, shownKey } from '../server/parse/caller.ts';
import { presentKeyUsage } from './present.ts';
import { createKeyBody, keyCreated, keyDeleted, keyUsage, keyUsageQuery } from './schemas.ts';

const limit: RequestLimit = { name: 'keys', requests: 5, perMs: 3_600_000, isFixed: true };

export const createKeyEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/keys/create',
  summary:
    'Creates an API key, which raises your limits and records its usage. The key is shown once.',
  limit,
  request: { body: createKeyBody },
  example: { label: 'my shop' },
  response: keyCreated,
  errors: ['BODY_TOO_LARGE', 'STORE_DOWN'],
  changes: 'key',
  async handle({ body, deps }) {
    const key = newApiKey(deps.entropy);
    const { label, createdAtMs, endsAtMs } = await deps.useCases.apiKeys.createKey({
      hash: hashOfKey(key),
      label: body.label ?? '',
      days: body.expiresInDays ?? null,
    });
    return {
      key,
      label,
      created: createdAtMs,
      expires: endsAtMs,
      note: 'Keep it: only its hash is stored, so it cannot be shown again. Send it in the header x-svc-key; reads need none.',
    };
  },
});

export const keyUsageEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/keys/usage',
  summary:
    "A key's usage: totals, errors and paths of the last hour and day, and the latest requests.",
  limit: readLimit('key-usage'),
  request: { query: keyUsageQuery },
  example: { key: `ak_${'0'.repeat(48)}` },
  response: keyUsage,
  errors: ['MISSING_FIELD', 'UNKNOWN_KEY', 'STORE_DOWN'],
  async handle({ query, headers, deps }) {
    const key = shownKey(headers) ?? query.key;
    if (key === undefined) throw missingField('key', 'your key, in the header x-svc-key or here');
    return presentKeyUsage(await deps.useCases.apiKeys.readKeyUsage(hashOfKey(key)));
  },
});

export const deleteKeyEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/keys',
  summary: 'Deletes the key that the request carries, and its usage.',
  limit: readLimit('key-delete'),
  request: {},
  response: keyDeleted,
  errors: ['MISSING_FIELD', 'UNKNOWN_KEY', 'STORE_DOWN'],
  changes: 'key',
  async handle({ headers, deps }) {
    const key = shownKey(headers);
    if (key === null) throw missingField('x-svc-key', 'the key to end, in this header');
    await deps.useCases.apiKeys.deleteKey(hashOfKey(key));
    return { deleted: true as const, note: 'Other instances still take it for up to a minute.' };
  },
});
