export { stargate } from './stargate.ts';
