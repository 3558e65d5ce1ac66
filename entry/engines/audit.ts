export type { AuditPage, AuditStore } from '../../engines/audit/audit-store.ts'
export { type AuditConfig, defaultAuditConfig } from '../../engines/audit/config.ts'
export { type AuditRow, rowOf, rowsIn } from '../../engines/audit/record.ts'
