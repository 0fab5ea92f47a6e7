export { type Relay, startRelay } from './start-relay.ts';
