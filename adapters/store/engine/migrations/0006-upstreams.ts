import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { orNull, tableColumn as column } from './table-column.ts';

const added = [
  column.longText('given_back', orNull),
  column.units('owed', orNull),
  column.longText('quote', orNull),
];

export class Upstreams implements MigrationInterface {
  readonly name = 'Upstreams1763600000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumns(
      'route',
      added.map((one) => new TableColumn(one)),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumns(
      'route',
      added.map((one) => one.name),
    );
  }
}
