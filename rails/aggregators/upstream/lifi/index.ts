export { lifi } from './lifi.ts';
