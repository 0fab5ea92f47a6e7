export { oneclick } from './oneclick.ts';
