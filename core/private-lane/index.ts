export type { LaneKeys } from './lane-keys.ts';
export { wholeLane } from './lane-quota.ts';
export type { LaneLog } from './lane-log.ts';
export { type LanePolicy, privateLane } from './module.ts';
export { type LaneRequest, type OpenLaneRequest, requestBytes } from './open-request.ts';
export type { LaneRelay, RelayState, RelayStates } from './relay-states.ts';
export type { LaneCheckpoint, LaneReads, LaneWrites } from './repository.ts';
