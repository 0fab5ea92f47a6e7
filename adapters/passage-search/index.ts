export { miniSearch } from './mini-search.ts';
