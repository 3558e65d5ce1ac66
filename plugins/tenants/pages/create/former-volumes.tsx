import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { displayName } from 'stowage'
import { Banner, Note } from 'stowage/ui'
import { useCall } from 'stowage/web'
import { creating } from '../../create/contract.ts'
import { NamespaceName, TenantName } from '../../create/payload.ts'
import { someOf } from '../tenant-text.ts'
import * as messages from '../../messages.ts'

const TenantFields = v.object({ namespace: NamespaceName, name: TenantName })
type TenantFields = v.InferOutput<typeof TenantFields>

/** Volumes left by a deleted tenant of the same name, or why it is unknown whether there are any. */
export type Former = TenantFields & { volumes: readonly string[]; pools: readonly string[]; unknown?: string }

/** Looks up volumes of a deleted tenant once namespace and name have been unchanged for 500 ms. */
export const useFormerVolumes = ({ namespace = '', name = '' }: Partial<TenantFields>): Former | undefined => {
  const [tenant, setTenant] = useState<TenantFields>()
  useEffect(() => {
    const timer = setTimeout(() => setTenant({ namespace, name }), 500)
    return () => clearTimeout(timer)
  }, [namespace, name])
  const at = tenant?.namespace === namespace && tenant.name === name && v.is(TenantFields, tenant) ? tenant : undefined
  const { data, error } = useCall(creating.remains, { params: { namespace, tenant: name } }, { when: at !== undefined })
  if (!at) return undefined
  if (error) return { ...at, volumes: [], pools: [], unknown: error.message }
  if (!data || data.pools.length === 0) return undefined
  return {
    ...at,
    volumes: data.pools.flatMap(({ volumes }) => volumes),
    pools: data.pools.map((pool) => pool.name),
  }
}

/** Warns that pools of the new tenant would attach these volumes. */
export const FormerVolumes = ({ namespace, name, volumes, pools, unknown }: Former) =>
  unknown === undefined ? (
    <Banner tone="warning">
      <strong>{messages.volumesOfDeletedTenant(displayName(name), displayName(namespace))}</strong>{' '}
      {someOf(volumes.map(displayName))}: a pool named {pools.map(displayName).join(' or ')} attaches them with their
      data. Choose another name to start with empty volumes.
    </Banner>
  ) : (
    <Note hint={messages.volumesOfDeletedTenantUnknown(displayName(name), displayName(namespace), unknown)} />
  )
