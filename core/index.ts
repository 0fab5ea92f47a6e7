export { announcingStore } from './announcing-store.ts';
export type { Reads, Store, Unit, Writes } from './store.ts';
