export { openPostgresStore } from '../../engines/audit/postgres.ts'
