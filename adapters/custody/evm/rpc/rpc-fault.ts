/**
 * - inconsistent: the node's answers contradict each other, for example because its head moved
 * - impossible: it reports an outcome that our signed bytes cannot have
 * - unconfirmed: two nodes are configured, only one has answered, and one is not enough
 * - error-answer: a JSON-RPC error that has no meaning for us
 * - aborted: our caller aborted; says nothing about the node
 */
type RpcFaultKind =
  | 'timeout'
  | 'unreachable'
  | 'bad-status'
  | 'too-large'
  | 'garbage'
  | 'wrong-chain'
  | 'inconsistent'
  | 'impossible'
  | 'unconfirmed'
  | 'error-answer'
  | 'aborted'
  | 'closed';

/**
 * An RPC node did not answer properly. The message is our own text and has no cause: messages of
 * sockets, libraries and providers contain URLs and raw transactions, and loggers print whole
 * chains of causes.
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

/**
 * The result of the work, or an `aborted` fault as soon as the signal fires. The work itself
 * continues, because others share it.
 */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let giveUp = (): void => undefined;
  const aborted = new Promise<never>((_, fail) => {
    giveUp = () => {
      fail(new RpcFault('aborted', 'the caller gave up'));
    };
  });
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
