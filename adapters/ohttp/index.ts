export { privateRequests } from './private-requests.ts';
export { relayCaller } from './relay-caller.ts';
