/**
 * - inconsistent: the node's answers do not fit together, as when its head moved while we read
 * - error-answer: a JSON-RPC error where none has a meaning for us
 * - aborted: our caller gave up; says nothing of the node
 */
export type RpcFaultKind =
  | 'timeout'
  | 'unreachable'
  | 'bad-status'
  | 'too-large'
  | 'garbage'
  | 'wrong-chain'
  | 'inconsistent'
  | 'error-answer'
  | 'aborted'
  | 'closed';

/**
 * A node did not answer properly. Its words are ours alone and it has no cause: what sockets,
 * libraries and providers say holds URLs and raw transactions, and loggers print whole chains of
 * causes.
 */
export class RpcFault extends Error {
  override readonly name = 'RpcFault';
  readonly kind: RpcFaultKind;

  constructor(kind: RpcFaultKind, what: string) {
    super(what);
    this.kind = kind;
  }
}

export function garbage(what: string): RpcFault {
  return new RpcFault('garbage', what);
}
