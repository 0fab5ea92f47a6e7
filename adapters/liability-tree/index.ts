export { sumTrees } from './sum-tree.ts';
