export { tenantAt, tenantKind } from '../../../engines/kubernetes/tenant.ts'
