import type { EndpointInput } from '../server/endpoint.ts';
import { EventStream, eventOf } from '../server/follow/event-stream.ts';
import { A2aError, rpcErrorOf } from './a2a-error.ts';
import { listTasks } from './list-tasks.ts';
import { cancelTask, checkVersion, getTask, send, sendStreaming, subscribe } from './operations.ts';
import type { A2aRequest } from './schemas.ts';

interface RpcAnswer {
  readonly [member: string]: unknown;
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
}

/** Answers one message of the binding of JSON-RPC: a result, an error, or events of results. */
export async function answerRpc(
  { method, params, ...request }: A2aRequest,
  input: EndpointInput,
): Promise<RpcAnswer | EventStream> {
  const id = request.id ?? null;
  const resultOf = (result: object): RpcAnswer => ({ jsonrpc: '2.0', id, result: { ...result } });
  try {
    checkVersion(input);
    const result = await answerMethod(method, params ?? {}, {
      input,
      write: (told) => eventOf(resultOf(told)),
    });
    return result instanceof EventStream ? result : resultOf(result);
  } catch (error) {
    return { jsonrpc: '2.0', id, error: rpcErrorOf(error, input.deps) };
  }
}

async function answerMethod(
  method: string,
  params: Readonly<Record<string, unknown>>,
  {
    input,
    write,
  }: { readonly input: EndpointInput; readonly write: Parameters<typeof subscribe>[2] },
): Promise<object> {
  switch (method) {
    case 'SendMessage':
      return send(params, input);
    case 'SendStreamingMessage':
      return sendStreaming(params, input, write);
    case 'GetTask':
      return getTask(idIn(params), input);
    case 'ListTasks':
      return listTasks(params, input);
    case 'CancelTask':
      return cancelTask(idIn(params), input);
    case 'SubscribeToTask':
      return subscribe(idIn(params), input, write);
    case 'CreateTaskPushNotificationConfig':
    case 'GetTaskPushNotificationConfig':
    case 'ListTaskPushNotificationConfigs':
    case 'DeleteTaskPushNotificationConfig':
      throw new A2aError('PUSH_NOTIFICATION_NOT_SUPPORTED', 'nothing is pushed here');
    case 'GetExtendedAgentCard':
      throw new A2aError('UNSUPPORTED_OPERATION', 'the card is the same for everybody');
    default:
      throw new A2aError('METHOD_NOT_FOUND', `there is no method ${method.slice(0, 60)} here`);
  }
}

function idIn({ id }: Readonly<Record<string, unknown>>): string {
  if (typeof id !== 'string' || id === '')
    throw new A2aError('INVALID_PARAMS', 'id must be the id of a task');
  return id;
}
