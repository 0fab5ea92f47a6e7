export { dayOf, holdMsOf, type Policy } from './policy.ts';
