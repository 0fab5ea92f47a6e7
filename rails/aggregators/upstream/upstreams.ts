import { across } from './across/index.ts';
import { debridge } from './debridge/index.ts';
import { lifi } from './lifi/index.ts';
import { oneclick } from './oneclick/index.ts';
import { relay } from './relay/index.ts';
import { socket } from './socket/index.ts';
import { stargate } from './stargate/index.ts';
import { symbiosis } from './symbiosis/index.ts';
import type { Upstream } from './upstream.ts';

/** Every engine the rail knows; its ways, its settings and its tests follow from this list. */
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
