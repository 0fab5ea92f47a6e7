import { z } from 'zod';

/** Wallets that sign in, and where they do. */
export const accountsSchema = z.strictObject({
  enabled: z
    .boolean()
    .optional()
    .describe(
      'Whether wallets can sign in to see their own routes. Left out: they can where an origin is known, on the devnet or by `server.publicUrl` or `origins`.',
    ),
  origins: z
    .array(
      z
        .string()
        .regex(
          /^https?:\/\/[a-z0-9.\-[\]:]+$/,
          'wanted an origin in lower case such as https://app.example',
        ),
    )
    .max(16)
    .default([])
    .describe(
      'Origins whose pages ask wallets to sign in, beside that of `server.publicUrl`: a wallet warns of a message that names another than the page it stands on.',
    ),
});
