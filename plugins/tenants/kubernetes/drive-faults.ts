import * as v from 'valibot'
import { Failure } from 'stowage'
import type { Resource } from 'stowage/engines/kubernetes'
import type { DriveFault, DriveFaults } from '../details/contract.ts'
import type { TimelineEvent } from '../timeline/contract.ts'
import { statefulSetsOf } from './stateful-sets.ts'
import type { TenantInfo } from './tenant-info.ts'
import { tenantInfo } from './tenant-info.ts'
import { timelineOn } from './timeline.ts'
import type { KubernetesAdapterContext } from 'stowage/server'

const template = v.fallback(v.object({ metadata: v.object({ name: v.string() }) }), { metadata: { name: 'data' } })
const Tenant = v.object({
  spec: v.object({
    mountPath: v.fallback(v.string(), '/export'),
    pools: v.fallback(
      v.array(v.object({ volumesPerServer: v.fallback(v.number(), 0), volumeClaimTemplate: template })),
      [],
    ),
  }),
})

const setOf = (pod: string) => pod.replace(/-\d+$/, '')

/**
 * Finds the volume claim of a drive by its address, `https://<pod>.<tenant>-hl.<namespace>.svc…:9000/export3`: the
 * operator mounts claim `<template>3-<pod>` there. A server with one drive has no number in its path.
 */
const claimOf = (tenant: Resource, endpoint: string) => {
  const { mountPath, pools } = v.parse(Tenant, tenant).spec
  const url = URL.parse(endpoint)
  const pod = url?.hostname.split('.')[0]
  if (!url || !pod || !url.pathname.startsWith(mountPath)) return undefined
  const pool = pools[statefulSetsOf(tenant).indexOf(setOf(pod))]
  if (!pool) return undefined
  const volumeIndex = /^\d+/.exec(url.pathname.slice(mountPath.length))?.[0] ?? '0'
  const volume = `${pool.volumeClaimTemplate.metadata.name}${volumeIndex}-${pod}`
  return { pod, volume, path: url.pathname.split('/').slice(0, mountPath.split('/').length).join('/') }
}

/** Drives that the tenant itself reports as not OK. */
export const reportedFaults = (tenant: Resource, { drives }: TenantInfo): DriveFault[] =>
  drives.flatMap(({ endpoint, state, healing }): DriveFault[] => {
    const isFine = state === '' || state === 'ok'
    const claim = isFine && !healing ? undefined : claimOf(tenant, endpoint)
    if (!claim) return []
    return [{ ...claim, state: isFine ? 'healing' : 'offline', reason: isFine ? '' : `MinIO reports ${state}` }]
  })

/** Volumes that the cluster's health monitor found abnormal, and not normal again since. */
const abnormalVolumes = (tenant: Resource, events: readonly TimelineEvent[]): DriveFault[] => {
  const sets = statefulSetsOf(tenant)
  const { mountPath, pools } = v.parse(Tenant, tenant).spec
  const pathOf = (volume: string, set: string) => {
    const pool = pools[sets.indexOf(set)]
    const volumeIndex = /^\d+/.exec(volume.slice(pool?.volumeClaimTemplate.metadata.name.length))?.[0] ?? ''
    return `${mountPath}${pool?.volumesPerServer === 1 ? '' : volumeIndex}`
  }
  const latest = new Map<string, TimelineEvent>()
  for (const event of events) {
    if (event.kind !== 'PersistentVolumeClaim' || !event.reason.startsWith('VolumeCondition')) continue
    const before = latest.get(event.name)
    if (!before || before.last_seen < event.last_seen) latest.set(event.name, event)
  }
  return [...latest.values()].flatMap(({ name, reason, message, last_seen: since }) => {
    if (reason !== 'VolumeConditionAbnormal') return []
    const set = sets.find((one) => setOf(name).endsWith(`-${one}`))
    if (set === undefined) return []
    const pod = `${set}-${/\d+$/.exec(name)?.[0] ?? '0'}`
    return [{ volume: name, pod, path: pathOf(name, set), state: 'offline' as const, reason: message, since }]
  })
}

/**
 * Finds the failed drives of a tenant, each by its volume claim, in the tenant's own report and in the events of its
 * volumes. Names which of the two could not be read.
 */
export const driveFaultsOf = async (caller: KubernetesAdapterContext, tenant: Resource): Promise<DriveFaults> => {
  const { name, namespace = '' } = tenant.metadata
  const events = timelineOn(caller)
    .timeline({ namespace, tenant: name })
    .catch((error: unknown) => {
      if (error instanceof Failure) return undefined
      throw error
    })
  const [info, found] = await Promise.all([tenantInfo(caller, tenant), events])
  const abnormal = abnormalVolumes(tenant, found ?? [])
  const reported = info ? reportedFaults(tenant, info) : []
  const faults = new Map(abnormal.map((fault) => [fault.volume, fault]))
  // the event has the reason, the tenant the current state
  for (const fault of reported) {
    const { reason, since } = faults.get(fault.volume) ?? {}
    faults.set(fault.volume, { ...fault, ...(reason && { reason }), ...(since && { since }) })
  }
  return {
    ...(info?.skew !== undefined && { skew: info.skew / 1000 }),
    faults: [...faults.values()].sort((a, b) => a.volume.localeCompare(b.volume, 'en', { numeric: true })),
    unread: [...(info ? [] : (['tenant'] as const)), ...(found ? [] : (['events'] as const))],
  }
}
