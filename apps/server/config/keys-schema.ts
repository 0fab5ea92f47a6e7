import { z } from 'zod';
import { secretRefSchema } from './secrets.ts';

export const keysSchema = z.union([
  z.strictObject({
    keystore: z
      .string()
      .describe('The folder of an encrypted keystore; `interline keys create` makes one.'),
    password: secretRefSchema.describe('What opens the keystore.'),
  }),
  z.strictObject({
    spender: secretRefSchema.describe(
      'The private key of the account that pulls and makes the calls of bridges: 0x and 64 hex digits.',
    ),
    float: secretRefSchema.describe(
      'The private key of the account that pays out: 0x and 64 hex digits.',
    ),
    former: z
      .array(
        z.strictObject({
          spender: secretRefSchema.describe("The former spender's private key."),
          float: secretRefSchema.describe("The former float account's private key."),
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
        'What keys that the store holds, such as those that sign passes, are sealed with: 64 hex digits. Left out: there are none; passes and the private lane need it.',
      ),
  }),
]);
