export { dayOf, type Policy } from './policy.ts';
