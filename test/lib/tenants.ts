import { type createClient, kindAt, pathOf } from '../../engines/kubernetes/client.ts'

const tenants = kindAt('minio.min.io/v2', 'tenants')

/** Creates a tenant in a cluster. */
export const createTenant = (
  { create }: Pick<ReturnType<typeof createClient>, 'create'>,
  namespace: string,
  tenant: { metadata: { name: string; [field: string]: unknown }; spec: object },
) => create(pathOf(tenants, { namespace }), { apiVersion: 'minio.min.io/v2', kind: 'Tenant', ...tenant })
