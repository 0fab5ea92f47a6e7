export type { Demand, PaymentRequired } from './demand.ts';
export * from './pay-fetch.ts';
export { BudgetError, type Kept, type Limits } from './spending.ts';
