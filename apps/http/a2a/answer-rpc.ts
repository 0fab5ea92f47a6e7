import type { EndpointInput } from '../server/endpoint.ts';
import { EventStream, eventOf } from '../server/follow/event-stream.ts';
import { A2aError, rpcErrorOf } from './a2a-error.ts';
import { checkVersion, type Operation, operations } from './operations.ts';
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
    const operation = operationOf(method);
    const result = await operation(params ?? {}, input, (told) => eventOf(resultOf(told)));
    return result instanceof EventStream ? result : resultOf(result);
  } catch (error) {
    return { jsonrpc: '2.0', id, error: rpcErrorOf(error, input.deps) };
  }
}

function operationOf(method: string): Operation<object> {
  if (isServed(method)) return operations[method];
  switch (method) {
    case 'CreateTaskPushNotificationConfig':
    case 'GetTaskPushNotificationConfig':
    case 'ListTaskPushNotificationConfigs':
    case 'DeleteTaskPushNotificationConfig':
      throw new A2aError('PUSH_NOTIFICATION_NOT_SUPPORTED', 'push notifications are not supported');
    case 'GetExtendedAgentCard':
      throw new A2aError('UNSUPPORTED_OPERATION', 'there is no extended card');
    default:
      throw new A2aError('METHOD_NOT_FOUND', `there is no method ${method.slice(0, 60)} here`);
  }
}

function isServed(method: string): method is keyof typeof operations {
  return Object.hasOwn(operations, method);
}
