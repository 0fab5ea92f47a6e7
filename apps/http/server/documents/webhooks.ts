import type { oas31, ZodOpenApiPathsObject } from 'zod-openapi';
import { accountHookEvent } from '../../accounts/schemas.ts';
import { hookEvent } from '../../webhooks/schemas.ts';

const headers = [
  signed(
    'x-svc-signature',
    "Where a secret was registered: `sha256=` and the HMAC-SHA256 of the raw body in lowercase hex. The key is the secret's text, whatever it begins with.",
    'sha256=6f1ed002ab5595859014ebf0951522d9f5a5b7d1c2e3f4a5968778695a4b3c2d',
  ),
  signed(
    'webhook-id',
    'Names the event, the same on every try.',
    'msg_0123456789abcdef0123456789abcdef',
  ),
  signed('webhook-timestamp', 'When it was sent, in epoch seconds.', '1763600000'),
  signed(
    'webhook-signature',
    "Where a secret was registered: `v1,` and the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}` in base64 (Standard Webhooks). The key is the secret's text; of one that begins with `whsec_`, the bytes that the rest is in base64. For a day after a secret was rotated there are two, with a space between. Its time tells an old delivery that is sent again from a new one.",
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

/** What the service itself sends, to the URL of a registered hook. */
export const webhooks: ZodOpenApiPathsObject = {
  routeEnded: {
    post: {
      operationId: 'routeEnded',
      summary: 'A route that a hook was registered for has reached DONE or FAILED.',
      description:
        'Told at least once, with one `webhook-id` an event: keep the ids you have seen. Answer any 2xx within ten seconds; anything else is tried again for more than a day, and 410 ends it.',
      tags: ['Keys and hooks'],
      security: [],
      parameters: headers,
      requestBody: { required: true, content: { 'application/json': { schema: hookEvent } } },
      responses: {
        '2XX': { description: 'Taken; it is not sent again.' },
        410: { description: 'The receiver is gone; nothing is sent again.' },
      },
    },
  },
  accountEvent: {
    post: {
      operationId: 'accountEvent',
      summary: "Something happened to a route of the account, or to one of the account's webhooks.",
      description:
        'Told at least once and in no sure order: `seq` is the order, and leaves no number out. `GET /api/account/events` has what was missed. Anything else than a 2xx within ten seconds is tried again for a day and a half; 410, or 50 failed tries in a row, disables the webhook.',
      tags: ['Account'],
      security: [],
      parameters: headers,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: accountHookEvent } },
      },
      responses: {
        '2XX': { description: 'Taken; it is not sent again.' },
        410: { description: 'The receiver is gone; nothing is sent again.' },
      },
    },
  },
};

function signed(name: string, description: string, example: string): oas31.ParameterObject {
  return { name, in: 'header', description, schema: { type: 'string', examples: [example] } };
}
