import { z } from 'zod';
import { secretRefSchema } from './secrets.ts';

const kmsKeySchema = z.strictObject({
  kms: z
    .strictObject({
      region: z
        .string()
        .regex(
          /^[a-z]{2}(-[a-z]+)+-[0-9]+$/,
          'wanted the name of a region of AWS, such as eu-central-1',
        )
        .describe('The region of AWS that the key is in, such as eu-central-1.'),
      key: z
        .string()
        .regex(
          /^(arn:aws[a-z-]*:kms:[a-z0-9-]+:[0-9]{12}:(key|alias)\/[A-Za-z0-9/_-]+|alias\/[A-Za-z0-9/_-]+|(mrk-)?[0-9a-f-]{32,36})$/,
          'wanted the ARN of a key of AWS KMS, its id, or an alias such as alias/interline-spender',
        )
        .describe(
          'The key: its ARN, its id or an alias. An asymmetric one, ECC_SECG_P256K1 for SIGN_VERIFY, that this process may use for kms:GetPublicKey and kms:Sign.',
        ),
      endpoint: z
        .string()
        .refine(isSafeEndpoint, 'wanted an https URL, or http on this machine')
        .optional()
        .describe(
          "Where the KMS is asked, such as an endpoint in a network of one's own. Left out: the region's public endpoint.",
        ),
    })
    .describe(
      "A key in AWS KMS, which never leaves it. Credentials are no part of the config: they stand where AWS's own tools look for them, such as the machine's role or AWS_ACCESS_KEY_ID.",
    ),
});

/** Signatures tell nothing, but who could answer for the KMS could keep it from signing. */
function isSafeEndpoint(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return false;
  const isHere = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere);
}

/** An EVM account's key: a secret by reference, or one that stays in a KMS. */
const keyRefSchema = z.union([...secretRefSchema.options, kmsKeySchema], {
  // What is wrong with a key in a KMS says its own field.
  error: ({ input }) =>
    isKmsRef(input)
      ? undefined
      : 'wanted where the secret is, { env: NAME } or { file: PATH }, or a key in a KMS, { kms: { region, key } }, and never the secret itself',
});

function isKmsRef(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'kms' in input;
}

export type KeyRef = z.infer<typeof keyRefSchema>;

export const keysSchema = z.union([
  z.strictObject({
    keystore: z
      .string()
      .describe('The folder of an encrypted keystore; `interline keys create` makes one.'),
    password: secretRefSchema.describe('What opens the keystore.'),
  }),
  z.strictObject({
    spender: keyRefSchema.describe(
      'The private key of the account that pulls and makes the calls of bridges: 0x and 64 hex digits, or a key in a KMS.',
    ),
    float: keyRefSchema.describe(
      'The private key of the account that pays out: 0x and 64 hex digits, or a key in a KMS.',
    ),
    former: z
      .array(
        z.strictObject({
          spender: keyRefSchema.describe("The former spender's private key."),
          float: keyRefSchema.describe("The former float account's private key."),
        }),
      )
      .default([])
      .describe(
        'Keys that were in use before, newest first: they finish their routes and send the rest on.',
      ),
    families: z
      .record(z.string(), secretRefSchema)
      .default({})
      .describe(
        'By the id of a family beside EVM, such as bitcoin: 64 hex digits from which all its keys derive.',
      ),
    privacy: secretRefSchema
      .optional()
      .describe(
        "What keys that the store holds, such as those that sign passes, are sealed with: 64 hex digits. Left out: there are none; passes, the private lane and a spender's key in a KMS need it.",
      ),
  }),
]);
