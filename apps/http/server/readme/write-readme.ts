import { readFileSync, writeFileSync } from 'node:fs';
import { withFreshTables } from './render-tables.ts';

const readme = new URL('../../README.md', import.meta.url);
writeFileSync(readme, withFreshTables(readFileSync(readme, 'utf8')));
