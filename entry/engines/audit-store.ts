export { openAuditStore } from '../../engines/audit/store.ts'
