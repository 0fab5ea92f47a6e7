export { dayOf, type MoneyPolicy } from './policy.ts';
