export { rootOf } from './whole-tree.ts';
