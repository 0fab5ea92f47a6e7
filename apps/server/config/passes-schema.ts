import { z } from 'zod';

const name = z.string().regex(/^[^\s+]{1,160}$/, {
  error: 'wanted a name such as witness.example/w1, without spaces and plus signs',
});
const verifierKey = z.string().regex(/^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]+=*$/, {
  error: 'wanted a verifier key as the witness prints it: <name>+<8 hex digits>+<base64>',
});

const witnessSchema = z
  .strictObject({
    name,
    /** Its submission prefix, of c2sp.org/tlog-witness. */
    url: z.url({ protocol: /^https?$/ }),
    /** What its cosignatures verify by: one key, or one of each kind, and then all must verify. */
    key: z.union([verifierKey, z.array(verifierKey).min(1).max(2)]),
  })
  .refine(({ name: own, key }) => [key].flat().every((one) => one.startsWith(`${own}+`)), {
    error: 'the verifier key of a witness begins with its name',
    path: ['key'],
  });

/** Passes, and who watches the log of the keys that sign them. */
export const passesSchema = z
  .strictObject({
    enabled: z.boolean(),
    /**
     * The name of the mint's log, such as relay.example/plus-mint. Of its own keys where left out;
     * a log keeps the name that it began with.
     */
    origin: name.optional(),
    /** Left out: nobody watches, and the info document says so. On the devnet: the devnet's own. */
    witnesses: z
      .array(witnessSchema)
      .max(16)
      .refine((all) => new Set(all.map((one) => one.name)).size === all.length, {
        error: 'two witnesses have one name',
      })
      .optional(),
    /** How many of them must cosign a key before it signs; more than half where left out. */
    quorum: z.int().min(1).optional(),
  })
  .refine(({ witnesses = [], quorum = 0 }) => quorum <= witnesses.length, {
    error: 'the quorum is larger than the number of witnesses',
    path: ['quorum'],
  });

/** More than half of them: two that watch different logs cannot both be enough. */
export function usualQuorum(witnesses: number): number {
  return witnesses === 0 ? 0 : Math.floor(witnesses / 2) + 1;
}
