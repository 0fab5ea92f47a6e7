import { across } from './across/across.ts';
import { debridge } from './debridge/debridge.ts';
import { lifi } from './lifi/lifi.ts';
import { oneclick } from './oneclick/oneclick.ts';
import { relay } from './relay/relay.ts';
import { socket } from './socket/socket.ts';
import { stargate } from './stargate/stargate.ts';
import { symbiosis } from './symbiosis/symbiosis.ts';
import type { Upstream } from './upstream.ts';

/** Every engine of the rail; its `ways`, its settings and its tests are derived from this list. */
export const upstreams: readonly Upstream[] = [
  lifi,
  relay,
  across,
  socket,
  debridge,
  symbiosis,
  stargate,
  oneclick,
];
