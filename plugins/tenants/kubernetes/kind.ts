export { tenantAt, tenantKind } from 'stowage/engines/kubernetes'
