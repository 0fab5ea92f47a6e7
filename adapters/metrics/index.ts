export * from './meters.ts';
export * from './metered-work.ts';
export * from './metered-rails.ts';
export * from './metered-store.ts';
export { watchBudgets } from './budget-gauge.ts';
export { watchDesk } from './desk-gauge.ts';
export { watchEngines } from './engine-gauges.ts';
export { watchLevels } from './float-gauges.ts';
export { watchAccounts, watchBooks, watchProcess, watchSwitches } from './gauges.ts';
