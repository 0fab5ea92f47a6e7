import type { ServiceState } from '@interline/core/discovery';
import type { Health } from '@interline/core/operations';
import { chainToWire } from '@interline/kernel';
import { wayStates } from '@interline/ports';
import * as z from 'zod';
import { defineEndpoint } from '../server/endpoint.ts';
import { answerFields as field } from '../server/schemas/fields.ts';
import { serviceWord } from '../discovery/schemas.ts';
import { operatorLimit as limit } from './order-endpoint.ts';

const healthAnswer = z
  .object({
    status: serviceWord,
    reasons: z.array(z.string()).meta({ description: 'why it is not operational, a clause each' }),
    chains: z.array(
      z.object({
        chain: field.chain,
        up: z.boolean(),
        nodes: z
          .array(
            z.object({
              number: z.int().min(1).meta({ description: "its place in the config's list" }),
              state: z.enum(['open', 'behind', 'resting']).meta({
                description:
                  'open: it is asked; behind: others are far ahead of it; resting: it failed just now',
              }),
            }),
          )
          .meta({
            description: 'as they were last read; none of a chain that does not tell them apart',
          }),
      }),
    ),
    engines: z.array(
      z.object({
        name: z.string(),
        up: z.boolean(),
        state: z
          .enum(wayStates)
          .nullable()
          .meta({ description: 'null where it fares as its rail' }),
        reason: z.string().nullable(),
        requestsLeft: z
          .int()
          .nullable()
          .meta({ description: 'that its limit leaves for clients now; null where it has none' }),
      }),
    ),
    budgets: z
      .array(
        z.object({
          chain: field.chain,
          of: z.enum(['pulls', 'payouts', 'calls']),
          engine: z.string().nullable().meta({ description: 'whose calls; null for the others' }),
          spent: field.units,
          limit: field.units.meta({
            description: "in the chain's coin; from it on nothing of the kind starts that UTC day",
          }),
        }),
      )
      .meta({
        description:
          "what the gas of reverted transactions may cost in a day; an engine's where some is spent",
      }),
  })
  .meta({ id: 'OperatorHealth' });

export const healthEndpoint = defineEndpoint({
  method: 'GET',
  path: '/operator/health',
  summary:
    "For the operator: chains with their nodes, engines with their limits, and today's budgets for gas that reverts.",
  limit,
  request: {},
  response: healthAnswer,
  errors: ['STORE_DOWN'],
  isOperators: true,
  async handle({ deps: { useCases } }) {
    const [state, health] = await Promise.all([
      useCases.discovery.serviceStatus(),
      useCases.operations.readHealth(),
    ]);
    return presentHealth(state, health);
  },
});

function presentHealth(
  { status, reasons, rails }: ServiceState,
  { chains, budgets }: Health,
): z.input<typeof healthAnswer> {
  return {
    status,
    reasons: [...reasons],
    chains: chains.map(({ chain, isUp, nodes }) => ({
      chain: chainToWire(chain),
      up: isUp,
      nodes: nodes.map((node) => ({ ...node })),
    })),
    engines: rails.map(({ name, isUp, reason, own }) => ({
      name,
      up: isUp,
      state: own?.state ?? null,
      reason,
      requestsLeft: own?.requestsLeft ?? null,
    })),
    budgets: budgets.map(({ chain, of, engine, spent, limit: most }) => ({
      chain: chainToWire(chain),
      of,
      engine,
      spent: spent.toString(),
      limit: most.toString(),
    })),
  };
}
