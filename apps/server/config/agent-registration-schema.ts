import { z } from 'zod';

/** What registries of agents (ERC-8004) point at. */
export const agentRegistrationSchema = z.strictObject({
  name: z.string().min(1).max(100).default('Interline').describe('What registries call it.'),
  description: z
    .string()
    .min(1)
    .max(1_000)
    .default('Moves tokens between chains from one signature; the payer needs no gas.')
    .describe('What registries say that it does.'),
  image: z
    .url({ protocol: /^https$/, error: 'wanted an https URL' })
    .optional()
    .describe('A picture of it, by an https URL. Left out: it has none.'),
  registrations: z
    .array(
      z.strictObject({
        agentId: z
          .int()
          .min(0)
          .describe('The number of its token, which the registry answered with.'),
        agentRegistry: z
          .string()
          .regex(
            /^eip155:[1-9][0-9]{0,15}:0x[0-9a-fA-F]{40}$/,
            'wanted a registry such as eip155:1:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432',
          )
          .describe('The registry: its chain and its contract, as CAIP-10 has them.'),
      }),
    )
    .min(1)
    .max(32)
    .describe('The registries that it is in.'),
});
