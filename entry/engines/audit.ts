export type { AuditPage, AuditStore } from '../../engines/audit/audit-store.ts'
export { type AuditPlace, usualPlace } from '../../engines/audit/place.ts'
export { type AuditRow, rowOf, rowsIn } from '../../engines/audit/record.ts'
