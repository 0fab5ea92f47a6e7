import { resolve } from 'node:path';
import { packKit } from './pack-kit.ts';

const [into, ...rest] = process.argv.slice(2);
if (into === undefined || rest.length > 0) {
  process.stderr.write('wanted one folder for the tarballs: npm run pack:kit -- <folder>\n');
  process.exitCode = 1;
} else {
  for (const tarball of await packKit(resolve(into))) process.stdout.write(`${tarball}\n`);
}
