import type { Tenant } from '../details/contract.ts'

export const status = { write_quorum: 0, drives_online: 0, drives_offline: 0, drives_healing: 0, health_status: '' }

/** Details of a tenant that uses no service. */
export const tenantDetails = (parts: Partial<Tenant> = {}): Tenant => ({
  name: 'prod',
  namespace: 'harbour',
  image: '',
  currentState: '',
  creation_date: '',
  total_size: 0,
  enable_prometheus: false,
  status,
  configuration: 'read',
  logEnabled: false,
  monitoringEnabled: false,
  encryptionEnabled: false,
  minioTLS: true,
  idpAdEnabled: false,
  idpOidcEnabled: false,
  ...parts,
})
