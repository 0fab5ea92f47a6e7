import { across } from './across/across.ts';
import { debridge } from './debridge/debridge.ts';
import { lifi } from './lifi/lifi.ts';
import { oneclick } from './oneclick/oneclick.ts';
import { relay } from './relay/relay.ts';
import { socket } from './socket/socket.ts';
import type { StandIn } from './stand-in.ts';
import { stargate } from './stargate/stargate.ts';
import { symbiosis } from './symbiosis/symbiosis.ts';

/** Every engine that has a stand-in. */
export const engines: readonly StandIn[] = [
  lifi,
  relay,
  across,
  socket,
  debridge,
  symbiosis,
  stargate,
  oneclick,
];
