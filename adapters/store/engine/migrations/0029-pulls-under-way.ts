import type { MigrationInterface, QueryRunner } from 'typeorm';

const ofRoute = (field: string): string =>
  `(SELECT ${field} FROM route WHERE route.id = effect.route_id)`;

/**
 * What each pull under way is counted by, beside it: a join with its route reads the whole route.
 * Allowances get the key of the pull that they are in front of.
 */
export class PullsUnderWay implements MigrationInterface {
  readonly name = 'PullsUnderWay1763600000029';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE effect ADD COLUMN pull_client varchar(160)');
    await runner.query('ALTER TABLE effect ADD COLUMN pull_of_code boolean');
    await runner.query(
      `UPDATE effect SET pull_key = (SELECT other.pull_key FROM effect AS other
        WHERE other.route_id = effect.route_id AND other.purpose = 'pull' AND other.pull_key IS NOT NULL LIMIT 1)
       WHERE purpose = 'allowance'`,
    );
    await runner.query(
      `UPDATE effect SET pull_client = ${ofRoute('client')},
        pull_of_code = ${ofRoute(`COALESCE(permit, '')`)} LIKE '%"ownerHasCode":true%'
       WHERE pull_key IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX book_check_deficit ON book_check (chain, account, token) WHERE deficit <> '0'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX book_check_deficit');
    await runner.query(`UPDATE effect SET pull_key = NULL WHERE purpose = 'allowance'`);
    for (const column of ['pull_of_code', 'pull_client'])
      await runner.query(`ALTER TABLE effect DROP COLUMN ${column}`);
  }
}
