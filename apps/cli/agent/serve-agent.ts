import { NoAnswerError, ServiceError } from '@interline/client';
import { endpoints, type ListedTool, type OfferedTool, toolsOf } from '@interline/http';
import { McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { UsageError } from '../exit-codes.ts';
import { serviceClient } from '../rest/service-client.ts';
import { version } from '../version.ts';
import { PolicyRefusal } from './policy.ts';
import { type AgentPayment, type Sender, sendWithin } from './send-within.ts';

interface LocalTool {
  readonly listed: ListedTool;
  answer(given: Readonly<Record<string, unknown>>): Promise<object>;
}

const instructions =
  'Moves tokens between chains with a key on this machine, within a policy that its owner wrote. Ask "policy" what is allowed and what of today is left, "quote" what it costs, then "send"; "status" follows the route until DONE or FAILED. A refusal by the policy is final: do not try to get around it, tell the owner. Amounts are digits in smallest units: 5 USDC is "5000000". A chain is its number, as the policy has it. Name the tokens of a quote: without, it prices the chain\'s own coin, and "send" sends USDC.';

/** Serves MCP on this process's input and output, to the one desktop agent that started it. */
export function serveAgent(sender: Sender): void {
  const tools = [policyTool(sender), sendTool(sender), ...readTools(sender.url)];
  serveStdio(() => {
    const mcp = new McpServer({ name: 'interline', version }, { instructions });
    mcp.server.registerCapabilities({ tools: {} });
    mcp.server.setRequestHandler('tools/list', () => ({
      tools: tools.map(({ listed }) => listed),
    }));
    mcp.server.setRequestHandler('tools/call', async ({ params }) => {
      const tool = tools.find(({ listed }) => listed.name === params.name);
      if (tool === undefined)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${params.name}`);
      return answered(async () => tool.answer(params.arguments ?? {}));
    });
    return mcp;
  });
}

async function answered(make: () => Promise<object>) {
  try {
    return resultOf(await make(), false);
  } catch (error) {
    return resultOf(refusalOf(error), true);
  }
}

function resultOf(body: object, isError: boolean) {
  return {
    content: [{ type: 'text' as const, text: JSON.stringify(body) }],
    structuredContent: { ...body },
    ...(isError ? { isError } : {}),
  };
}

/** The service's own words, or ours in the same form. No fault's text contains the key. */
function refusalOf(error: unknown): object {
  if (error instanceof ServiceError) return error.body;
  if (error instanceof NoAnswerError && !error.isUnsent)
    return {
      error: error.message,
      errorCode: 'NO_ANSWER',
      retryable: false,
      suggestedAction:
        'Whether it was carried out is not known. A transfer that was signed may be under way, and is counted: send it again with the same idempotencyKey alone, which pays once; with another one it would be a second payment.',
    };
  const said = error instanceof Error ? error.message : String(error);
  const isPolicy = error instanceof PolicyRefusal;
  return {
    error: said,
    errorCode: isPolicy ? 'POLICY_REFUSED' : error instanceof UsageError ? 'BAD_REQUEST' : 'FAILED',
    retryable: false,
    suggestedAction: isPolicy
      ? 'Tell the owner of the wallet: only they can change the policy, and it is read at the start.'
      : 'Correct what the error names.',
  };
}

/** The tools of the service that only read; `send` does everything that is signed. */
function readTools(url: string): readonly LocalTool[] {
  const client = serviceClient(url);
  return toolsOf(endpoints)
    .filter(({ listed }) => listed.annotations.readOnlyHint && !/prepare/.test(listed.name))
    .map(({ endpoint, listed }) => ({
      listed,
      answer: async (given) =>
        endpoint.request.body === undefined
          ? client.get(targetOf(endpoint, given))
          : client.post(endpoint.path, given),
    }));
}

function targetOf(
  { path }: OfferedTool['endpoint'],
  given: Readonly<Record<string, unknown>>,
): string {
  const pairs = Object.entries(given).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`;
}

function policyTool({ wallet, policy, spent }: Sender): LocalTool {
  return {
    listed: {
      ...named('policy', 'What may be sent'),
      description:
        'The wallet that sends, what its owner allows, and how many cents of today are spent.',
      inputSchema: { type: 'object', properties: {} },
      annotations: hints('What may be sent', true),
    },
    async answer() {
      const { maxPerRoute, maxPerDay, tokens, chains, recipients, spenders } = policy;
      const today = await spent.today();
      return {
        address: wallet.address,
        maxPerRoute: maxPerRoute.toString(),
        maxPerDay: maxPerDay.toString(),
        spentToday: today.toString(),
        leftToday: (maxPerDay > today ? maxPerDay - today : 0n).toString(),
        tokens: [...tokens],
        chains: [...chains],
        recipients: [...recipients],
        spenders: [...spenders],
      };
    },
  };
}

const text = (description: string) => ({ type: 'string', description });

function sendTool(sender: Sender): LocalTool {
  return {
    listed: {
      ...named('send', 'Send money'),
      description:
        'Signs a transfer with the key on this machine and sends it, where the policy of its owner allows it; else nothing is signed. Answers the receipt of the route; follow it with status.',
      inputSchema: {
        type: 'object',
        properties: {
          fromChain: text('chain that pays, as the policy has it, such as "8453"'),
          toChain: text('chain that receives'),
          amount: {
            ...text("digits, the source token's smallest units"),
            pattern: '^[1-9][0-9]{0,77}$',
          },
          toAddress: text('who receives'),
          fromToken: text('"USDC" where it is left out, or a contract'),
          toToken: text('"USDC" where it is left out, or a contract'),
          minOut: text('digits; less than this must not arrive'),
          idempotencyKey: {
            ...text(
              'your own name for this payment, such as "invoice-17": however often it is asked under it, it is paid once',
            ),
            maxLength: 128,
          },
        },
        required: ['fromChain', 'toChain', 'amount', 'toAddress', 'idempotencyKey'],
        additionalProperties: false,
      },
      annotations: { ...hints('Send money', false), idempotentHint: true },
    },
    answer: async (given) => sendWithin(sender, paymentIn(given)),
  };
}

const fields = [
  'fromChain',
  'toChain',
  'amount',
  'toAddress',
  'fromToken',
  'toToken',
  'minOut',
  'idempotencyKey',
];

function paymentIn(given: Readonly<Record<string, unknown>>): AgentPayment {
  const stranger = Object.keys(given).find((name) => !fields.includes(name));
  if (stranger !== undefined)
    throw new UsageError(`"${stranger}" is not a field of send; it has ${fields.join(', ')}`);
  const textOf = (name: string, standard?: string): string => {
    const value = given[name] ?? standard;
    if (typeof value === 'string' && /^[\x21-\x7e]{1,128}$/.test(value)) return value;
    if (/Chain$/.test(name) && typeof value === 'number' && Number.isSafeInteger(value))
      return String(value);
    throw new UsageError(
      value === undefined
        ? `${name} is missing`
        : `${name} must be a text of at most 128 characters without blanks`,
    );
  };
  const digits = (name: string): string => {
    const value = textOf(name);
    if (/^(0|[1-9][0-9]{0,77})$/.test(value)) return value;
    throw new UsageError(`${name} must be digits, in smallest units`);
  };
  const transfer = {
    fromChain: textOf('fromChain'),
    toChain: textOf('toChain'),
    fromToken: textOf('fromToken', 'USDC'),
    toToken: textOf('toToken', 'USDC'),
    amount: digits('amount'),
    toAddress: textOf('toAddress'),
    ...(given['minOut'] === undefined ? {} : { minOut: digits('minOut') }),
  };
  return { transfer, idempotencyKey: textOf('idempotencyKey') };
}

function named(name: string, title: string) {
  return { name, title };
}

function hints(title: string, isReading: boolean): ListedTool['annotations'] {
  return {
    title,
    readOnlyHint: isReading,
    destructiveHint: !isReading,
    idempotentHint: isReading,
    openWorldHint: !isReading,
  };
}
