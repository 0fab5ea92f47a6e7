import * as z from 'zod';
import { jsonRpcAnswer, jsonRpcRequest } from '../server/schemas/json-rpc.ts';

export const a2aRequest = jsonRpcRequest({
  method: 'a method of A2A, such as "SendMessage"',
  withoutId: 'named again in the answer',
}).meta({ id: 'A2aRequest' });

export type A2aRequest = z.output<typeof a2aRequest>;

export const a2aAnswer = jsonRpcAnswer.meta({
  id: 'A2aAnswer',
  examples: [{ jsonrpc: '2.0', id: 1, result: { tasks: [], nextPageToken: '' } }],
});

/** A2A itself defines the content of a message, so A2A's own words refuse it. */
export const messageBody = z
  .looseObject({})
  .meta({ id: 'A2aSendMessage', description: 'SendMessageRequest of A2A 1.0' });

const contextId = z.string().meta({ examples: ['rt_0123456789abcdef0123456789abcdef'] });

export const part = z.looseObject({
  text: z.string().optional(),
  data: z.unknown().optional().meta({ description: 'what the row of the skill answered' }),
  mediaType: z.string(),
});

export const artifact = z.looseObject({
  artifactId: z.string(),
  name: z.string(),
  description: z.string(),
  parts: z.array(part),
});

export const message = z
  .looseObject({
    messageId: z.string(),
    role: z.literal('ROLE_AGENT'),
    contextId,
    taskId: z.string().optional(),
    parts: z.array(part),
  })
  .meta({ id: 'A2aMessage' });

export const task = z
  .looseObject({
    id: z.string().meta({
      description: "of a route: the route's id, and its bearer",
      examples: ['rt_0123456789abcdef0123456789abcdef'],
    }),
    contextId,
    status: z.looseObject({
      state: z.enum([
        'TASK_STATE_WORKING',
        'TASK_STATE_INPUT_REQUIRED',
        'TASK_STATE_AUTH_REQUIRED',
        'TASK_STATE_COMPLETED',
        'TASK_STATE_FAILED',
        'TASK_STATE_REJECTED',
      ]),
      timestamp: z.string().meta({ examples: ['2026-11-20T09:30:00.000Z'] }),
      message,
    }),
    artifacts: z.array(artifact).optional().meta({
      description: 'the signed receipt of a route that has ended: a JWS, and its place in the log',
    }),
    metadata: z.looseObject({}).optional(),
  })
  .meta({ id: 'A2aTask' });

export const sent = z
  .looseObject({ message: message.optional(), task: task.optional() })
  .meta({ id: 'A2aSent' });

export const taskList = z
  .looseObject({
    tasks: z.array(task),
    nextPageToken: z.string(),
    pageSize: z.int(),
    totalSize: z.int(),
  })
  .meta({ id: 'A2aTaskList' });

export const taskParams = z.object({ id: z.string() });

/** Loose, and of texts: what is wrong in it is refused in the protocol's words. */
export const listQuery = z.looseObject({
  status: z.string().optional().meta({ description: 'a state of tasks' }),
  pageSize: z.string().optional().meta({ description: 'from 1 to 100; 50 where it is left out' }),
  pageToken: z.string().optional().meta({ description: 'nextPageToken of the page before' }),
});

export const noQuery = z.looseObject({});

export const a2aError = z
  .looseObject({
    error: z.looseObject({
      code: z.int(),
      status: z.string(),
      message: z.string(),
      details: z.array(z.looseObject({})),
    }),
  })
  .meta({ id: 'A2aError' });

export const agentCard = z
  .looseObject({
    name: z.string(),
    description: z.string(),
    version: z.string(),
    supportedInterfaces: z.array(
      z.looseObject({
        url: z.string().meta({ examples: ['https://relay.example/api/a2a'] }),
        protocolBinding: z.enum(['JSONRPC', 'HTTP+JSON']),
        protocolVersion: z.literal('1.0'),
      }),
    ),
    capabilities: z.looseObject({ streaming: z.boolean(), pushNotifications: z.boolean() }),
    securitySchemes: z.record(z.string(), z.looseObject({})),
    defaultInputModes: z.array(z.string()),
    defaultOutputModes: z.array(z.string()),
    skills: z.array(z.looseObject({ id: z.string(), name: z.string(), description: z.string() })),
    signatures: z
      .array(z.object({ protected: z.string(), signature: z.string() }))
      .optional()
      .meta({
        description:
          'JWS over the card without them in the form of RFC 8785, by the key of receipts; left out where none is signed',
      }),
  })
  .meta({ id: 'AgentCard' });

export const agentRegistration = z
  .looseObject({
    type: z.literal('https://eips.ethereum.org/EIPS/eip-8004#registration-v1'),
    name: z.string(),
    description: z.string(),
    image: z.string().optional(),
    services: z.array(
      z.object({ name: z.enum(['A2A', 'MCP']), endpoint: z.string(), version: z.string() }),
    ),
    x402Support: z.boolean(),
    active: z.boolean(),
    registrations: z.array(z.object({ agentId: z.int(), agentRegistry: z.string() })),
  })
  .meta({ id: 'AgentRegistration' });
