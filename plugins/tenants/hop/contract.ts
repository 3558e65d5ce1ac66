/**
 * The page of a tenant's own console. It takes no more than the tenant's own page, below whose address it lies; whoever
 * may not read the tenant's secrets, with which it is entered, is told so in it.
 */
export const pages = {
  '/namespaces/:tenantNamespace/tenants/:tenantName/hop': ['k8s:get:tenants.minio.min.io'],
} as const
