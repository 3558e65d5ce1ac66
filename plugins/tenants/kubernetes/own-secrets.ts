import type { Resource } from 'stowage/engines/kubernetes'

const [TENANT, MANAGER] = ['v1.min.io/tenant', 'app.kubernetes.io/managed-by']

/**
 * Labels of a secret that this console creates for a tenant. The first is set by hand and by other tools as well, so
 * the second tells whose secret it is.
 */
export const ownSecretLabels = (tenant: string) => ({ [TENANT]: tenant, [MANAGER]: 'stowage' })

/** Whether this console created a secret for a tenant, and no owner or cert-manager manages it. */
export const isOwnSecret = ({ metadata }: Resource, tenant: string) =>
  Object.entries(ownSecretLabels(tenant)).every(([label, value]) => metadata.labels?.[label] === value) &&
  !(Array.isArray(metadata.ownerReferences) && metadata.ownerReferences.length > 0) &&
  !Object.keys(metadata.annotations ?? {}).some((key) => key.startsWith('cert-manager.io/'))
