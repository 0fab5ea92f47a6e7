import { z } from 'zod';

const name = z.string().regex(/^[^\s+]{1,160}$/, {
  error: 'wanted a name such as witness.example/w1, without spaces and plus signs',
});
const verifierKey = z.string().regex(/^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]+=*$/, {
  error: 'wanted a verifier key as the witness prints it: <name>+<8 hex digits>+<base64>',
});

const witnessSchema = z
  .strictObject({
    name: name.describe('Its name, as its verifier key has it.'),
    url: z
      .url({ protocol: /^https?$/ })
      .describe('The submission prefix of its c2sp.org/tlog-witness.'),
    key: z
      .union([verifierKey, z.array(verifierKey).min(1).max(2)])
      .describe(
        'What its cosignatures verify by: one key, or one of each kind, and then all must verify.',
      ),
  })
  .refine(({ name: own, key }) => [key].flat().every((one) => one.startsWith(`${own}+`)), {
    error: 'the verifier key of a witness begins with its name',
    path: ['key'],
  });

/** Passes, and who watches the log of the keys that sign them. */
export const passesSchema = z
  .strictObject({
    enabled: z.boolean().describe('Whether passes are signed and taken.'),
    origin: name
      .optional()
      .describe(
        "The name of the mint's log, such as relay.example/plus-mint; a log keeps the name that it began with. Left out: a name made of its own keys.",
      ),
    witnesses: z
      .array(witnessSchema)
      .max(16)
      .refine((all) => new Set(all.map((one) => one.name)).size === all.length, {
        error: 'two witnesses have one name',
      })
      .optional()
      .describe(
        "Who watches the log. Left out: no one, and the info document says so; on the devnet: the devnet's own.",
      ),
    quorum: z
      .int()
      .min(1)
      .optional()
      .describe('How many witnesses must cosign a key before it signs. Left out: more than half.'),
  })
  .refine(({ witnesses = [], quorum = 0 }) => quorum <= witnesses.length, {
    error: 'the quorum is larger than the number of witnesses',
    path: ['quorum'],
  });

/** More than half of them: two that watch different logs cannot both be enough. */
export function usualQuorum(witnesses: number): number {
  return witnesses === 0 ? 0 : Math.floor(witnesses / 2) + 1;
}
