import { jobsContract } from './jobs-contract.ts';
import { onPostgres } from './on-postgres.ts';

onPostgres((given) => jobsContract('PostgreSQL', (clock) => given().openEmpty({ clock })));
