export { announcingStore } from './announcing-store.ts';
export type { Reads, Store, Unit, Writes } from './store.ts';
export { dutiesOf, modules, type ServicePorts, type UseCases } from './modules.ts';
