import { z } from 'zod';

export const privateLaneSchema = z.strictObject({
  enabled: z.boolean().describe('Whether sealed requests through a relay are taken.'),
  relays: z
    .array(
      z.strictObject({
        url: z
          .url({ protocol: /^https?$/, error: 'wanted an http or https URL' })
          .describe('Where clients reach it: an http or https URL.'),
        region: z.string().min(1).max(64).describe('Where it stands, in words for people.'),
        operator: z
          .string()
          .min(1)
          .max(128)
          .describe('Who runs it, by a name that clients can look up.'),
        independent: z
          .boolean()
          .describe('Whether it is run by another operator than this service.'),
      }),
    )
    .max(8)
    .default([])
    .describe('Relays that clients may use, the same for all of them.'),
});
