export { debridge } from './debridge.ts';
