import { createMinioClient } from './minio-client.ts'
import type { Minio } from './minio.ts'

/** Turns site replication on between servers, of which only the first may have buckets and users. */
export const replicateSites = async (sites: readonly [Minio, ...Minio[]]) => {
  const { admin } = createMinioClient(sites[0])
  const peers = sites.map(({ url, root }, index) => ({ name: `site${index + 1}`, endpoints: url, ...root }))
  await admin.send({ method: 'PUT', name: 'site-replication/add', query: { 'api-version': 1 }, sealed: peers })
}

/** Turns site replication off on all servers of the given one. */
export const endSiteReplication = async (site: Minio) => {
  const { call } = createMinioClient(site)
  const body = JSON.stringify({ requestingDepID: '', sites: [], all: true })
  await call({ method: 'PUT', path: '/minio/admin/v3/site-replication/remove', query: { 'api-version': 1 }, body })
}
