import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

export interface ConnectionAttempts {
  /** Every address and port this process tried to connect to, in order. */
  readonly seen: readonly string[];
  stop(): void;
}

/**
 * Watches all sockets of the process, so that a connection to an address without a server counts as
 * well.
 */
export function connectionAttempts(): ConnectionAttempts {
  const seen: string[] = [];
  const watch = (message: unknown): void => {
    const { socket } = message as { socket: Socket }; // CAST: what node publishes on this channel.
    socket.on('connectionAttempt', (ip: string, port: number) => seen.push(`${ip} ${port}`));
  };
  subscribe('net.client.socket', watch);
  return {
    seen,
    stop: () => {
      unsubscribe('net.client.socket', watch);
    },
  };
}
