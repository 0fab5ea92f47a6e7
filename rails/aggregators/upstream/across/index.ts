export { across } from './across.ts';
