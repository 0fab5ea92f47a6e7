export { rail } from './rail.ts';
