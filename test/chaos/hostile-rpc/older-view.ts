import {
  type AskedCall,
  heightIn,
  heightWord,
  refusalOf,
  type Reply,
  replyWith,
} from './json-rpc-call.ts';

/** A call as a backend asks it, and what it makes of the node's reply. */
export interface OlderView {
  /** Null where the backend knows its answer without the node. */
  readonly ask: AskedCall | null;
  answer(reply: Reply | null): Reply;
}

/** Where the method takes its block. */
const blockPlace: Readonly<Record<string, number>> = {
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_call: 1,
  eth_estimateGas: 1,
  eth_getStorageAt: 2,
};

/** What geth says of a block that it has not got. */
const headerNotFound = { code: -32_000, message: 'header not found' };

/**
 * The call as a backend answers it whose head is `head`: it knows nothing of later blocks, not by
 * number, hash, tag or receipt. A transaction of a later block still waits in its pool.
 */
export function olderView(
  call: AskedCall,
  head: number,
  heightOf: (blockHash: string) => number | null,
): OlderView {
  const { method, params = [] } = call;
  const asIs: OlderView = { ask: call, answer: (reply) => answered(call, reply) };
  const place = blockPlace[method];
  if (place !== undefined) return stateView(call, head, place, heightOf);
  switch (method) {
    case 'eth_blockNumber':
      return changing(call, (result) => heightWord(Math.min(Number(result), head)));
    case 'eth_getBlockByNumber': {
      const block = pinned(params[0], head);
      if (block === 'later') return known(call, null);
      const ask = { ...call, params: [block, ...params.slice(1)] };
      return changing(ask, (result) => unlessLater(result, 'number', head));
    }
    case 'eth_getBlockByHash':
      return changing(call, (result) => unlessLater(result, 'number', head));
    case 'eth_getTransactionReceipt':
      return changing(call, (result) => unlessLater(result, 'blockNumber', head));
    case 'eth_getTransactionByHash':
      return changing(call, (result) => unplacedIfLater(result, head));
    case 'eth_getLogs':
      return logsView(call, head, heightOf);
    case 'eth_feeHistory': {
      const block = pinned(params[1], head);
      if (block === 'later') return refused(call);
      return changing({ ...call, params: [params[0], block, ...params.slice(2)] }, (one) => one);
    }
    default:
      return asIs;
  }
}

function stateView(
  call: AskedCall,
  head: number,
  place: number,
  heightOf: (blockHash: string) => number | null,
): OlderView {
  const { params = [] } = call;
  const asked = params[place];
  if (typeof asked === 'object' && asked !== null) {
    const hash: unknown = Reflect.get(asked, 'blockHash');
    const height = typeof hash === 'string' ? heightOf(hash) : null;
    // A block that no call has named yet is newer than the head it lags behind.
    return height === null || height > head ? refused(call) : changing(call, (one) => one);
  }
  const block = pinned(asked, head);
  if (block === 'later') return refused(call);
  const before = Array.from({ length: place }, (_, at) => params[at] ?? null);
  return changing(
    { ...call, params: [...before, block, ...params.slice(place + 1)] },
    (one) => one,
  );
}

function logsView(
  call: AskedCall,
  head: number,
  heightOf: (blockHash: string) => number | null,
): OlderView {
  const [filter] = call.params ?? [];
  const { fromBlock, toBlock, blockHash } = (filter ?? {}) as Readonly<Record<string, unknown>>; // CAST: a filter is an object by the method's definition.
  if (typeof blockHash === 'string') {
    const height = heightOf(blockHash);
    return height === null || height > head ? refused(call) : changing(call, (one) => one);
  }
  const from = pinned(fromBlock, head);
  if (from === 'later') return known(call, []);
  const to = pinned(toBlock, head);
  const range = { fromBlock: from, toBlock: to === 'later' ? heightWord(head) : to };
  return changing({ ...call, params: [{ ...(filter as object), ...range }] }, (one) => one); // CAST: as above.
}

/** The block that is meant, in the backend's own chain; `later` for one beyond its head. */
function pinned(block: unknown, head: number): string {
  if (block === undefined || block === null || block === 'latest' || block === 'pending')
    return heightWord(head);
  if (typeof block !== 'string') return heightWord(head);
  if (!block.startsWith('0x')) return block;
  return Number(block) > head ? 'later' : block;
}

function unlessLater(result: unknown, field: 'number' | 'blockNumber', head: number): unknown {
  const height = heightIn(result, field);
  return height !== null && height > head ? null : result;
}

function unplacedIfLater(result: unknown, head: number): unknown {
  const height = heightIn(result, 'blockNumber');
  if (height === null || height <= head || typeof result !== 'object') return result;
  return { ...result, blockNumber: null, blockHash: null, transactionIndex: null };
}

function changing(ask: AskedCall, change: (result: unknown) => unknown): OlderView {
  return {
    ask,
    answer(reply) {
      const whole = answered(ask, reply);
      return whole.error === undefined ? { ...whole, result: change(whole.result) } : whole;
    },
  };
}

function known(call: AskedCall, result: unknown): OlderView {
  return { ask: null, answer: () => replyWith(call, result) };
}

function refused(call: AskedCall): OlderView {
  return {
    ask: null,
    answer: () => refusalOf(call, headerNotFound.code, headerNotFound.message),
  };
}

function answered(call: AskedCall, reply: Reply | null): Reply {
  return reply ?? refusalOf(call, -32_603, 'the node left it unanswered');
}
