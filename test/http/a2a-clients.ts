import { Message, type Task, taskStateToJSON } from '@a2a-js/sdk';
import {
  type Client,
  ClientFactory,
  ClientFactoryOptions,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client';

export type Binding = 'JSONRPC' | 'HTTP+JSON';

/** What a message came to, by what the tests look at. */
export interface Came {
  readonly kind: 'task' | 'message';
  readonly id: string;
  readonly contextId: string;
  readonly state: string | null;
  /** What its part of data holds, of a task that of its status. */
  readonly body: Record<string, unknown>;
  readonly texts: readonly string[];
}

export interface SendOptions {
  readonly contextId?: string;
  readonly taskId?: string;
  readonly metadata?: Record<string, unknown>;
  readonly returnImmediately?: boolean;
}

/** The protocol's own client, at the binding that is named, with the card that the service shows. */
export interface ForeignAgent {
  readonly client: Client;
  call(skill: string, args: object, options?: SendOptions): Promise<Came>;
  say(text: string): Promise<Came>;
  get(id: string): Promise<Task>;
  /** The states that a subscription tells, each with what else came before it. */
  subscribe(id: string): AsyncGenerator<Told, void>;
  stream(skill: string, args: object): AsyncGenerator<Told, void>;
}

export interface Told {
  readonly kind: 'task' | 'message' | 'statusUpdate' | 'artifactUpdate';
  readonly state: string | null;
  readonly stage: unknown;
}

export const bindings: readonly Binding[] = ['JSONRPC', 'HTTP+JSON'];

export async function foreignAgent(
  url: string,
  binding: Binding,
  headers: Record<string, string> = {},
): Promise<ForeignAgent> {
  const fetchImpl: typeof fetch = async (target, init) =>
    fetch(target, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), ...headers },
    });
  const factory = new ClientFactory(
    ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
      transports: [
        new JsonRpcTransportFactory({ fetchImpl }),
        new RestTransportFactory({ fetchImpl }),
      ],
      preferredTransports: [binding],
    }),
  );
  const client = await factory.createFromUrl(url);
  let sent = 0;
  const request = (parts: object[], options: SendOptions = {}) => ({
    tenant: '',
    message: Message.fromJSON({
      messageId: `m${(sent += 1)}`,
      role: 'ROLE_USER',
      parts,
      ...(options.contextId === undefined ? {} : { contextId: options.contextId }),
      ...(options.taskId === undefined ? {} : { taskId: options.taskId }),
      ...(options.metadata === undefined ? {} : { metadata: options.metadata }),
    }),
    configuration: {
      acceptedOutputModes: [],
      taskPushNotificationConfig: undefined,
      returnImmediately: options.returnImmediately ?? false,
    },
    metadata: undefined,
  });
  return {
    client,
    async call(skill, args, options) {
      return cameOf(
        await client.sendMessage(request([{ data: { skill, arguments: args } }], options)),
      );
    },
    say: async (text) => cameOf(await client.sendMessage(request([{ text }]))),
    get: async (id) => client.getTask({ tenant: '', id }),
    async *subscribe(id) {
      for await (const one of client.resubscribeTask({ tenant: '', id })) yield toldOf(one);
    },
    async *stream(skill, args) {
      for await (const one of client.sendMessageStream(
        request([{ data: { skill, arguments: args } }]),
      ))
        yield toldOf(one);
    },
  };
}

export function stateOf(task: Pick<Task, 'status'>): string {
  return taskStateToJSON(task.status?.state ?? 0);
}

/** The receipt that a task carries; null where it has none. */
export function receiptIn({ artifacts }: Pick<Task, 'artifacts'>): string | null {
  const [part] = artifacts.find(({ name }) => name === 'receipt')?.parts ?? [];
  return part?.content?.$case === 'text' ? part.content.value : null;
}

export function dataIn(message: Message | undefined): Record<string, unknown> {
  const data: unknown = message?.parts.find(({ content }) => content?.$case === 'data')?.content
    ?.value;
  return (data ?? {}) as Record<string, unknown>; // CAST: what a row answers is an object.
}

function cameOf(result: Message | Task): Came {
  const message = 'parts' in result ? result : result.status?.message;
  return {
    kind: 'parts' in result ? 'message' : 'task',
    id: 'parts' in result ? result.messageId : result.id,
    contextId: result.contextId,
    state: 'parts' in result ? null : stateOf(result),
    body: dataIn(message),
    texts: (message?.parts ?? []).flatMap(({ content }) =>
      content?.$case === 'text' ? [content.value] : [],
    ),
  };
}

type Streamed = Awaited<ReturnType<ReturnType<Client['resubscribeTask']>['next']>>['value'];

function toldOf(streamed: Streamed): Told {
  const payload = streamed?.payload;
  if (payload === undefined) throw new Error('an event of nothing');
  const status =
    payload.$case === 'task' || payload.$case === 'statusUpdate' ? payload.value.status : undefined;
  return {
    kind: payload.$case,
    state: status === undefined ? null : stateOf({ status }),
    stage: dataIn(status?.message)['stage'],
  };
}
