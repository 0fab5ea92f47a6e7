export { decodeResponse, encodeRequest, type PlainRequest } from './binary-http.ts';
export {
  checkLane,
  LaneError,
  type LaneCheckOptions,
  type LanePin,
  type LanePins,
} from './check-lane.ts';
export { chooseKey, type LaneKey } from './key-document.ts';
export type { KeptLane, KeptLanes } from './kept-lane.ts';
export { privateFetch, type PrivateOptions } from './private-fetch.ts';
export { sealRequest, type SealedRequest } from './seal-request.ts';
