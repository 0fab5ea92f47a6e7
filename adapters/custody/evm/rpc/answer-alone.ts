import { readAnswer, type RpcCall } from './json-rpc.ts';
import { RpcFault } from './rpc-fault.ts';

/**
 * The same call, with a fault of its own as its answer: what a node says of one transaction must
 * not fail the other calls of the request.
 */
export function answerAlone<T>(call: RpcCall<T>): RpcCall<T | RpcFault> {
  return {
    ...call,
    // A response that is too large must not fail the other calls either.
    isSizedByCode: true,
    read: (result) => orFault(() => call.read(result)),
    readError: (error) => orFault(() => readAnswer(call, { kind: 'error', error })),
  };
}

function orFault<T>(read: () => T): T | RpcFault {
  try {
    return read();
  } catch (error) {
    if (error instanceof RpcFault) return error;
    throw error;
  }
}
