import { useState } from 'react'
import * as v from 'valibot'
import { call, useCall } from 'stowage/web'
import { bytes, counted, Failure, displayName } from 'stowage'
import { showDialog, Details, FormDialog, type FormValues, Note, Stack } from 'stowage/ui'
import { creating } from '../../create/contract.ts'
import { NamespaceName } from '../../create/payload.ts'
import { affinityOf } from '../../pages/affinity.ts'
import { poolName } from '../../pages/pool-name.ts'
import { someOf } from '../../pages/tenant-text.ts'
import { renderNodeLabels } from '../../pages/create/lists.tsx'
import { steps } from '../../create/steps.ts'
import { growthOf } from '../../sizes/growth.ts'
import { nextPool } from '../../sizes/pools.ts'
import { integerField, MAX_DRIVES, MAX_SERVERS } from '../../create/entries.ts'
import { remainingQuotas } from '../../sizes/quota.ts'
import { GIB } from '../../sizes/units.ts'
import type { Tenant } from '../contract.ts'
import * as styles from './details.css.ts'
import * as messages from '../../messages.ts'

type TenantRef = { namespace: string; tenant: string }

const Pool = v.object({
  name: v.pipe(NamespaceName, v.title('Pool Name')),
  reuse_volumes: v.optional(v.pipe(v.boolean(), v.title('Attach the existing volumes')), false),
  servers: integerField('Number of Nodes', [1, MAX_SERVERS], messages.numberOfNodes),
  drives: integerField('Volumes per Server', [1, MAX_DRIVES], messages.volumeRequired),
  size: v.pipe(
    v.number(),
    v.minValue(1, messages.volumeSizeTooSmall),
    v.maxValue(Number.MAX_SAFE_INTEGER / GIB, 'Enter a smaller size'),
    v.title('Volume Size'),
    v.metadata({ unit: 'Gi' }),
  ),
  storage_class: v.optional(v.pipe(v.string(), v.title('Storage Class'), v.metadata({ control: 'select' })), ''),
  ...steps.placement.entries,
  kind: v.optional(
    v.pipe(
      v.picklist(['same', 'none', 'default', 'nodeSelector']),
      v.title('Type'),
      v.metadata({
        control: 'radio',
        options: {
          same: 'As the Last Pool',
          none: 'None',
          default: 'Default (Pod Anti-Affinity)',
          nodeSelector: 'Node Selector',
        },
      }),
    ),
    'same',
  ),
})

/** Value of a number field; `NaN` while it is invalid. */
const amountOf = (name: 'servers' | 'drives' | 'size', values: FormValues<typeof Pool>) => {
  const { success, output } = v.safeParse(Pool.entries[name], values[name])
  return success ? output : NaN
}

/** Fields of a pool that this form or its placement rules cover. */
const formFields = new Set(['affinity', 'nodeSelector'])

const onSelector = ({ kind }: { kind?: string | undefined }) => kind === 'nodeSelector'

/** Amounts near the largest integer mean "unlimited". */
const isBound = (left: number) => left < 2 ** 62

const CapacitySummary = ({
  growth,
  tenant,
  left,
  problem,
}: {
  growth: ReturnType<typeof growthOf>
  tenant: Tenant
  left: number | undefined
  problem: string | undefined
}) => {
  const { each, total, set, parity, usable, tolerance } = growth
  if (!(total > 0)) return problem ? <Note error={problem} /> : null
  return (
    <Stack as="section" gap={3} className={styles.sum} aria-label="Resulting capacity">
      {problem && <Note error={problem} />}
      <Details
        rows={[
          { label: 'Instance capacity', value: bytes(each) },
          { label: 'Total capacity', value: <b>{bytes(total)}</b> },
          ...(usable === undefined
            ? []
            : [
                {
                  label: 'Usable capacity',
                  value: messages.erasureSetSummary(bytes(usable), parity, set),
                },
              ]),
          ...(tolerance
            ? [
                {
                  label: 'Survives the loss of',
                  value: `${counted(tolerance.drives, { one: 'drive', many: 'drives' })}${tolerance.servers > 0 ? ` or ${counted(tolerance.servers, { one: 'server', many: 'servers' })}` : ''}`,
                },
              ]
            : []),
          { label: 'Tenant afterwards', value: bytes(tenant.total_size + total) },
          ...(left === undefined || !isBound(left)
            ? []
            : [
                {
                  label: 'Remaining quota',
                  value: total > left ? `${bytes(left)}, which is less` : `${bytes(left - total)} of ${bytes(left)}`,
                },
              ]),
        ]}
      />
      {usable === undefined && tenant.configuration !== 'read' && <Note hint={messages.usableCapacityUnknown} />}
    </Stack>
  )
}

/** Volumes left by removed pools, by pool name; a `Failure` if unknown. */
type Former = ReadonlyMap<string, readonly string[]> | Failure

type AddPoolProps = { at: TenantRef; tenant: Tenant; former: Former; resolve: (added: boolean) => void }

const AddPool = ({ at, tenant, former, resolve }: AddPoolProps) => {
  const pools = (tenant.pools ?? []).map((pool, index) => ({
    ...pool,
    name: pool.name || `pool-${index}`,
    title: poolName(at.tenant, pool),
    drives: pool.volumes_per_server,
  }))
  const last = pools.at(-1)
  const copied = (last?.fields ?? []).filter((field) => !formFields.has(field))
  const names = pools.map(({ name }) => name)
  const volumesByPool = former instanceof Failure ? new Map<string, readonly string[]>() : former
  const leftoverVolumes = (name = '') =>
    pools.some((pool) => pool.name === name || pool.title === name) ? undefined : volumesByPool.get(name)
  const initial = {
    name: nextPool(names, [...volumesByPool.keys()]),
    ...(last && {
      servers: last.servers,
      drives: last.drives,
      size: last.volume_configuration.size / GIB,
      storage_class: last.volume_configuration.storage_class_name,
    }),
  }
  const [typed, setTyped] = useState<FormValues<typeof Pool>>(initial)
  // form errors appear only after input, but the copied size may already exceed the quota
  const [opened] = useState(typed)
  const quota = useCall(creating.quota, { params: { namespace: at.namespace, name: `${at.namespace}-storagequota` } })
  const labels = useCall(creating.labels, {}, { when: onSelector(typed) })
  const quotas = remainingQuotas(quota.data?.elements ?? [])
  const used = pools.map(({ volume_configuration: { storage_class_name: name } }) => name).filter((name) => name !== '')
  const classes = [...new Set([...quotas.map(({ name }) => name), ...used])]
  const remainingQuota = (name: string) => quotas.find((one) => one.name === name)?.left

  const evaluate = (values: FormValues<typeof Pool>) => {
    const { name = '', storage_class: chosen = '' } = values
    const [servers, drives] = [amountOf('servers', values), amountOf('drives', values)]
    const growth = growthOf(
      { servers, drives, volumeSize: Math.floor(amountOf('size', values) * GIB) },
      pools,
      tenant.configuration !== 'read' ? undefined : (tenant.parity ?? ''),
    )
    const remaining = remainingQuota(chosen)
    const over =
      remaining !== undefined && growth.total > remaining
        ? messages.quotaTooSmall(bytes(growth.total), bytes(remaining), displayName(chosen), displayName(at.namespace))
        : undefined
    const nameProblem = names.includes(name)
      ? `A pool "${displayName(name)}" already exists`
      : leftoverVolumes(name) && !values.reuse_volumes
        ? messages.volumesOfRemovedPoolExist(displayName(name))
        : undefined
    return {
      growth,
      left: remaining,
      problem: nameProblem ?? ([servers, drives].every(Number.isFinite) ? growth.problem : undefined) ?? over,
    }
  }
  const half = { width: 'half' } as const
  const { growth, ...evaluated } = evaluate(typed)
  const problem = typed === opened ? undefined : evaluated.problem
  const leftovers = leftoverVolumes(typed.name)
  return (
    <FormDialog
      title="Add Pool"
      verb="Add Pool"
      schema={Pool}
      initial={initial}
      fields={{
        name: {
          ...half,
          hint: former instanceof Failure ? messages.volumesOfRemovedPoolUnknown(former.message) : undefined,
        },
        reuse_volumes: {
          visible: ({ name }) => leftoverVolumes(name) !== undefined,
          hint: leftovers && messages.poolUsesExistingVolumes(someOf(leftovers.map(displayName))),
        },
        storage_class: {
          ...half,
          ...(classes.length > 0 && { required: true }),
          options: classes.map((name) => {
            const remaining = remainingQuota(name)
            return {
              value: name,
              label:
                remaining !== undefined && isBound(remaining)
                  ? `${displayName(name)} (${bytes(remaining)} left)`
                  : displayName(name),
            }
          }),
          hint: quota.error ? messages.quotasUnreadable(quota.error.message) : undefined,
          disabled: () => classes.length === 0 && !quota.loading && messages.storageClassesUnknown,
        },
        servers: half,
        drives: half,
        size: half,
        kind: { required: true, label: 'Pod Placement' },
        apart: { visible: onSelector },
        labels: { visible: onSelector, required: true, render: renderNodeLabels(labels.data) },
      }}
      onChange={setTyped}
      intro={
        last && (
          <p>
            Prefilled from {displayName(last.title)}.{copied.length > 0 && ` Also copied: ${copied.join(', ')}.`} The
            number of servers and volumes cannot be changed later.
          </p>
        )
      }
      blocked={(values) => evaluate(values).problem ?? false}
      // the result is below the fields, out of sight on a phone
      note={problem ?? messages.operatorRestartsTenant(growth.total > 0 ? `Adds ${bytes(growth.total)}. ` : '')}
      done={({ name }) => messages.poolAdded(displayName(name), displayName(at.tenant))}
      onSubmit={async ({ name, servers, drives, size, storage_class, reuse_volumes, kind = 'same', ...placement }) => {
        const volume_configuration = { size: Math.floor(size * GIB), storage_class_name: storage_class }
        await call(creating.addPool, {
          params: at,
          body: {
            name,
            servers,
            volumes_per_server: drives,
            volume_configuration,
            ...(last && { like: last.name }),
            ...(reuse_volumes && leftoverVolumes(name) && { reuse_volumes }),
            ...(kind !== 'same' && { affinity: affinityOf(at.tenant, name, { ...placement, kind }) }),
          },
        })
        resolve(true)
      }}
      onClose={() => resolve(false)}
    >
      {(values) => (
        <CapacitySummary {...evaluate(values)} {...(typed === opened && { problem: undefined })} tenant={tenant} />
      )}
    </FormDialog>
  )
}

/** Opens the form for a new pool; resolves to true once it was added. */
export const addPool = async (at: TenantRef, tenant: Tenant) => {
  const former = await call(creating.remains, { params: at }).then(
    ({ pools }) => new Map(pools.map(({ name, volumes }) => [name, volumes])),
    (error: unknown) => {
      if (error instanceof Failure) return error
      throw error
    },
  )
  return showDialog<boolean>((resolve) => <AddPool at={at} tenant={tenant} former={former} resolve={resolve} />)
}
