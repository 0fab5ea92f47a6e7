export { relay } from './relay.ts';
