import { fileURLToPath } from 'node:url';

export const clientFolder = fileURLToPath(new URL('../../apps/client/', import.meta.url));
export const generatedFolder = `${clientFolder}generated/`;
