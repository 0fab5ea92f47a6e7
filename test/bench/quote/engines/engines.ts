import { across } from './across.ts';
import { debridge } from './debridge.ts';
import type { BenchEngine } from './engine.ts';
import { lifi } from './lifi.ts';
import { oneclick } from './oneclick.ts';
import { relay } from './relay.ts';
import { socket } from './socket.ts';
import { stargate } from './stargate.ts';
import { symbiosis } from './symbiosis.ts';

export const engines: readonly BenchEngine[] = [
  lifi,
  relay,
  across,
  socket,
  debridge,
  symbiosis,
  stargate,
  oneclick,
];

/** A caller that waits for all of them is never faster than this one. */
export const slowest: BenchEngine = engines.reduce((slow, engine) =>
  engine.latencyMs > slow.latencyMs ? engine : slow,
);
