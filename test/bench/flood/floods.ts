/** Requests that are sent at once, without waiting for an answer, on each of many connections. */
export interface Flood {
  readonly name: string;
  readonly connections: number;
  /** On each connection. */
  readonly requests: number;
  readonly path: string;
  /** Whether the client takes the answers. */
  readonly isRead: boolean;
}

const bytesOfOne = 'GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n'.length;

export const floods: readonly Flood[] = [
  { name: 'none', connections: 0, requests: 0, path: '/', isRead: true },
  {
    name: '300 connections of 64 KB, never read',
    connections: 300,
    requests: Math.floor(65_536 / bytesOfOne),
    path: '/healthz',
    isRead: false,
  },
  {
    name: '50 connections of 4000 GET /docs',
    connections: 50,
    requests: 4_000,
    path: '/docs',
    isRead: true,
  },
];
