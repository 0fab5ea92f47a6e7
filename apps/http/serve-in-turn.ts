import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes of a connection that are parsed at once: a usual request, or some thirty of the smallest; a chunk may hold thousands. */
const sliceBytes = 1_024;
/** Steps taken in one turn of the event loop for connections whose clients did not wait for their answers. */
const pipelinedPerTurn = 16;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Hands the requests of each connection to the app one at a time: the next is read once the answer to the last was taken.
 * Node parses all requests of a chunk and runs them at once, so that a client which sends thousands and reads nothing
 * stops the process for everybody. Here they stay in that client's socket, and clients that wait for answers go first.
 * A connection is closed with its last request: the `mostRequests`-th.
 */
export function serveInTurn(server: Server, handle: RequestListener, mostRequests: number): void {
  const connections = new WeakMap<Socket, Connection>();
  const later = inTurns(pipelinedPerTurn);
  const take = (request: IncomingMessage, response: ServerResponse): void => connections.get(request.socket)?.take({ request, response });
  server.on('connection', (socket) => connections.set(socket, new Connection(socket, { handle, later, mostRequests })));
  // Node would refuse an unknown Expect by itself, past this line; to take such a request as it is is as good.
  server.on('request', take).on('checkExpectation', take);
}

interface ConnectionParts {
  readonly handle: RequestListener;
  readonly later: (step: () => void) => void;
  readonly mostRequests: number;
}

class Connection {
  readonly #socket: Socket;
  readonly #parts: ConnectionParts;
  /** Parsed with the one at hand: at most what a slice holds. */
  readonly #waiting: Exchange[] = [];
  #request: IncomingMessage | null = null;
  #taken = 0;
  #isInLine = false;

  constructor(socket: Socket, parts: ConnectionParts) {
    this.#socket = socket;
    this.#parts = parts;
    // With a listener for 'readable' the parser gets what is read here and nothing else.
    const read = (): void => this.#read();
    socket.on('readable', read).on('resume', read).on('drain', read);
  }

  take(exchange: Exchange): void {
    this.#waiting.push(exchange);
    if (this.#request === null && this.#waiting.length === 1) this.#next();
  }

  #next(): void {
    const next = this.#isSpent() || this.#socket.destroyed ? undefined : this.#waiting.shift();
    if (next === undefined) return;
    this.#request = next.request;
    this.#taken += 1;
    if (this.#isSpent()) next.response.setHeader('connection', 'close');
    // Of a connection that broke no answer finishes, and what it sent beside is not begun.
    next.response.once('finish', () => this.#finished());
    this.#parts.handle(next.request, next.response);
  }

  #finished(): void {
    this.#request = null;
    if (this.#isSpent()) this.#socket.end();
    else if (this.#waiting.length > 0) this.#parts.later(() => this.#next());
    else this.#read();
  }

  /** A client that waits for its answers sends little at once, and is read at once; what is more takes its turn. */
  #read(): void {
    const { readableLength } = this.#socket;
    if (this.#isFree() && readableLength > sliceBytes) this.#readLater();
    else if (this.#isFree() && readableLength > 0) this.#slice();
    while (this.#takesBody() && this.#socket.readableLength > 0) this.#slice();
    // Reads nothing, but tells of the end where all was read.
    if (this.#socket.readableLength === 0) this.#socket.read(0);
  }

  #readLater(): void {
    if (this.#isInLine) return;
    this.#isInLine = true;
    this.#parts.later(() => {
      this.#isInLine = false;
      if (this.#isFree() && this.#socket.readableLength > 0) this.#slice();
      this.#read();
    });
  }

  #slice(): void {
    this.#socket.read(Math.min(sliceBytes, this.#socket.readableLength));
  }

  /** Whether another request may be parsed. */
  #isFree(): boolean {
    return this.#request === null && this.#waiting.length === 0 && !this.#isSpent() && this.#isOpen();
  }

  /** Whether the rest of the request at hand is parsed: as fast as its reader takes it. */
  #takesBody(): boolean {
    return this.#request !== null && !this.#request.complete && this.#request.readableLength < this.#request.readableHighWaterMark && this.#isOpen();
  }

  #isOpen(): boolean {
    return !this.#socket.destroyed && !this.#socket.writableEnded && !this.#socket.writableNeedDrain;
  }

  #isSpent(): boolean {
    return this.#taken >= this.#parts.mostRequests;
  }
}

/** Runs steps first come first served, so many in each turn of the event loop. */
function inTurns(mostPerTurn: number): (step: () => void) => void {
  let waiting: (() => void)[] = [];
  let isDue = false;
  const run = (): void => {
    const now = waiting.slice(0, mostPerTurn);
    waiting = waiting.slice(mostPerTurn);
    isDue = waiting.length > 0;
    if (isDue) setImmediate(run);
    for (const step of now) step();
  };
  return (step) => {
    waiting.push(step);
    if (isDue) return;
    isDue = true;
    setImmediate(run);
  };
}
