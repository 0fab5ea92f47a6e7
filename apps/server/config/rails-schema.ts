import { z } from 'zod';
import { contract } from './chain-schema.ts';

export const railSettings = z.record(z.string(), z.unknown());

export const railsSchema = z.strictObject({
  include: z
    .array(z.string())
    .optional()
    .describe('The rails to take, by id. Left out: all among the dependencies of the deployment.'),
  exclude: z.array(z.string()).optional().describe('Rails to leave, by id. Left out: none.'),
  settings: railSettings
    .default({})
    .describe(
      'Settings by rail id; each rail reads its own, and `interline config check` has it do so.',
    ),
  targets: z
    .record(
      z.string(),
      z.record(
        z.string().regex(/^[1-9][0-9]*$/, 'wanted a chain id such as 8453'),
        z.union([
          z.strictObject({
            only: z
              .array(contract)
              .min(1)
              .max(500)
              .describe('The contracts, instead of those of the manifest.'),
          }),
          z.strictObject({
            add: z
              .array(contract)
              .min(1)
              .max(500)
              .describe('Contracts, beside those of the manifest.'),
          }),
        ]),
      ),
    )
    .default({})
    .describe(
      "By rail id and chain id, the contracts that the rail's calls may go to and its approvals be for: `only` these, or `add` these to those of its manifest.",
    ),
});
