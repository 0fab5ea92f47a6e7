import type { LogTile } from '@interline/ports';
import { column } from '../engine/column.ts';
import { EntitySchema } from 'typeorm';

export interface LogTileRow extends LogTile {
  readonly log: string;
}

const logTileEntity = new EntitySchema<LogTileRow>({
  name: 'log_tile',
  columns: {
    log: column.text('log', { primary: true }),
    level: column.whole('level', { primary: true }),
    place: column.whole('place', { primary: true }),
    width: column.whole('width'),
    hashes: column.longText('hashes'),
  },
});

export const logTables = { log_tile: logTileEntity };
