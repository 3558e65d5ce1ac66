/**
 * Page with the tenant's own console. It requires only access to the tenant's page, below which it is; if the caller
 * may not read the tenant's secrets, which are needed to sign in, the page explains that.
 */
export const pages = {
  '/namespaces/:tenantNamespace/tenants/:tenantName/hop': ['k8s:get:tenants.minio.min.io'],
} as const
