import { onPostgres } from './on-postgres.ts';
import { storeContract } from './store-contract.ts';

onPostgres((given) => storeContract('PostgreSQL', () => given().openEmpty()));
