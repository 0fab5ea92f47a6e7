import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes of one connection parsed at once: a usual request, or about thirty of the smallest. */
const sliceBytes = 1_024;
/**
 * Steps per turn of the event loop for connections whose clients did not wait for their answers.
 */
const pipelinedPerTurn = 16;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Runs one request of a connection at a time, and parses the next only once the client took the
 * answer. Node by itself parses and runs every request of a 64 KB chunk at once, so one client that
 * pipelines thousands and reads nothing stalls all others. Here its requests stay in its own
 * socket, and clients that wait for answers go first. `isLast` is asked at each answer, with how many
 * its connection had by then, whether that answer closes it.
 */
export function serveInTurn(
  server: Server,
  handle: RequestListener,
  isLast: (answers: number) => boolean,
): void {
  const connections = new WeakMap<Socket, Connection>();
  const later = inTurns(pipelinedPerTurn);
  const take = (request: IncomingMessage, response: ServerResponse): void =>
    connections.get(request.socket)?.take({ request, response });
  server.on('connection', (socket) =>
    connections.set(socket, new Connection(socket, { handle, later, isLast })),
  );
  // Node answers an unknown Expect by itself, outside of this queue; HTTP allows to ignore the
  // header instead.
  server.on('request', take).on('checkExpectation', take);
}

interface ConnectionParts {
  readonly handle: RequestListener;
  readonly later: (step: () => void) => void;
  readonly isLast: (answers: number) => boolean;
}

class Connection {
  readonly #socket: Socket;
  readonly #parts: ConnectionParts;
  /** Parsed together with the running one, so at most what a slice holds. */
  readonly #waiting: Exchange[] = [];
  #request: IncomingMessage | null = null;
  #taken = 0;
  #isSpent = false;
  #bytesRead = 0;
  #isInLine = false;

  constructor(socket: Socket, parts: ConnectionParts) {
    this.#socket = socket;
    this.#parts = parts;
    // With a 'readable' listener on the socket, the parser gets only what is read here.
    const read = (): void => this.#read();
    socket
      .on('readable', () => this.#heard())
      .on('resume', read)
      .on('drain', read);
  }

  take(exchange: Exchange): void {
    this.#waiting.push(exchange);
    if (this.#request === null && this.#waiting.length === 1) this.#next();
  }

  #next(): void {
    const next = this.#isSpent || this.#socket.destroyed ? undefined : this.#waiting.shift();
    if (next === undefined) return;
    this.#request = next.request;
    this.#taken += 1;
    this.#isSpent = this.#parts.isLast(this.#taken);
    if (this.#isSpent) next.response.setHeader('connection', 'close');
    // On a broken connection no answer finishes, so its waiting requests never start.
    next.response.once('finish', () => this.#finished());
    this.#parts.handle(next.request, next.response);
  }

  #finished(): void {
    this.#request = null;
    if (this.#isSpent) this.#socket.end();
    else if (this.#waiting.length > 0) this.#parts.later(() => this.#next());
    else this.#read();
  }

  /**
   * 'readable' without new bytes means that the client ended its side. Behind unread requests that
   * end would go unnoticed until the running one is answered, and a client that left has to abort
   * it.
   */
  #heard(): void {
    const { bytesRead, readableLength, readableHighWaterMark } = this.#socket;
    const isNew = bytesRead > this.#bytesRead;
    this.#bytesRead = bytesRead;
    const hasEnded = !isNew && readableLength > 0 && readableLength < readableHighWaterMark;
    if (hasEnded && this.#request?.complete === true) this.#socket.destroy();
    else this.#read();
  }

  /**
   * A client that waits for answers sends little at once and is read at once; longer input queues.
   */
  #read(): void {
    const { readableLength } = this.#socket;
    if (this.#isFree() && readableLength > sliceBytes) this.#readLater();
    else if (this.#isFree() && readableLength > 0) this.#slice();
    while (this.#takesBody() && this.#socket.readableLength > 0) this.#slice();
    // Reads nothing, but lets 'end' out once everything was read.
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
    return this.#request === null && this.#waiting.length === 0 && !this.#isSpent && this.#isOpen();
  }

  /**
   * Whether more of the running request's body may be parsed: only as fast as its reader takes it.
   */
  #takesBody(): boolean {
    return (
      this.#request !== null &&
      !this.#request.complete &&
      this.#request.readableLength < this.#request.readableHighWaterMark &&
      this.#isOpen()
    );
  }

  #isOpen(): boolean {
    return (
      !this.#socket.destroyed && !this.#socket.writableEnded && !this.#socket.writableNeedDrain
    );
  }
}

/** Runs steps in order, `mostPerTurn` in each turn of the event loop. */
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
