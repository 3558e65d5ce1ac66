import { bytes, count, counted, date, displayName } from 'stowage'
import { textsOf } from '../create/row-texts.ts'
import type { Step } from '../create/steps.ts'
import { choiceTitle, fieldTitle } from '../pages/create/titles.ts'
import { healthOf, versionOf } from '../pages/tenant-text.ts'
import type { Settings, Unread } from './contract.ts'

/** A tenant's value of a setting: text, a secret that is set, not set, or not readable by the caller. */
type Cell = { kind: 'value' | 'set' | 'missing' | 'withheld'; text: string; same: string }

/** A setting of both tenants. Secrets count as alike if both are set, since their values are unknown. */
export type Row = { label: string; cells: readonly [Cell, Cell]; alike: boolean }
export type Group = { title: string; rows: Row[] }

type Value = Settings['steps'][Step][string]
/** Cells of one tenant by the label of their setting. */
type Cells = Map<string, Cell>

const missing: Cell = { kind: 'missing', text: 'Not set', same: 'missing' }
const withheld: Cell = { kind: 'withheld', text: 'Withheld', same: 'withheld' }
const unknown: Cell = { kind: 'withheld', text: 'Unknown', same: 'unknown' }
const set: Cell = { kind: 'set', text: 'Set', same: 'set' }
/** `same` replaces the text in comparisons. */
const value = (text: string, same = text): Cell =>
  text === '' ? missing : { kind: 'value', text: displayName(text), same }
const flag = (on: boolean) => value(on ? 'On' : 'Off')

const listText = (name: string, list: readonly string[]) => {
  if (name === 'cas') return counted(list.length, { one: 'certificate', many: 'certificates' })
  return list.map((row) => textsOf(row).join('=')).join(', ')
}

const cellOf = (step: Step, name: string, of: Value | undefined): Cell => {
  if (of === undefined || of === '' || (Array.isArray(of) && of.length === 0)) return missing
  if (typeof of === 'boolean') return flag(of)
  if (Array.isArray(of)) return value(listText(name, of), [...of].sort().join('\n'))
  return name === 'ca' ? value('1 certificate', String(of)) : value(choiceTitle(step, name, String(of)))
}

type FieldSelection = {
  /** Fields to leave out. */
  but?: readonly string[]
  /** Fields from a secret: withheld instead of missing if the caller may not read it. */
  within?: readonly [part: Unread, fields: readonly string[]]
}

/** Cells of a wizard step, labeled like its fields. */
const fieldsOf = (of: Settings, step: Step, { but = [], within }: FieldSelection = {}): Cells => {
  const cells: Cells = new Map()
  for (const [name, draft] of Object.entries(of.steps[step]))
    if (!but.includes(name)) cells.set(fieldTitle(step, name), cellOf(step, name, draft))
  for (const secret of of.secrets) {
    const [at, name = ''] = secret.split('.')
    if (at === step) cells.set(fieldTitle(step, name), set)
  }
  if (within && of.unread.includes(within[0])) for (const name of within[1]) cells.set(fieldTitle(step, name), withheld)
  return cells
}

/** Cell for settings of a tenant whose configuration secret could not be read. */
const unreadCell = { read: undefined, withheld, missing: unknown } as const

const configured = ({ tenant }: Pick<Settings, 'tenant'>, cell: Cell) =>
  (cell.kind === 'missing' && unreadCell[tenant.configuration]) || cell

const poolsOf = ({ tenant, ...of }: Settings): Cells => {
  const pools = tenant.pools ?? []
  const cells: Cells = new Map([
    ['Pools', value(count(pools.length))],
    ['Capacity', value(bytes(tenant.total_size), String(tenant.total_size))],
    ['Erasure Code Parity', configured({ tenant, ...of }, value(tenant.parity ?? ''))],
  ])
  pools.forEach(
    (
      { name, servers, volumes_per_server: drives, volume_configuration: { size, storage_class_name: storage } },
      index,
    ) => {
      const pool = `Pool ${index + 1}`
      cells
        .set(`${pool}: Name`, value(name))
        .set(`${pool}: Servers`, value(count(servers)))
        .set(`${pool}: Drives per Server`, value(count(drives)))
      cells
        .set(`${pool}: Size of a Drive`, value(bytes(size), String(size)))
        .set(`${pool}: Storage Class`, value(storage))
    },
  )
  return cells
}

const resourcesOf = ({ pools }: Settings): Cells => {
  const cells: Cells = new Map()
  pools.forEach(({ requests, limits, placement, rules }, index) => {
    const pool = `Pool ${index + 1}`
    for (const [name, cell] of [
      ['CPU', value(requests.cpu)],
      ['Memory', value(requests.memory)],
      ['CPU Limit', value(limits.cpu)],
      ['Memory Limit', value(limits.memory)],
    ] as const)
      cells.set(`${pool}: ${name}`, cell)
    cells.set(
      `${pool}: Pod Placement`,
      rules ? value('Custom rules', rules) : cellOf('placement', 'kind', placement.kind),
    )
    if (placement.labels)
      cells.set(`${pool}: ${fieldTitle('placement', 'labels')}`, cellOf('placement', 'labels', placement.labels))
    if (placement.apart !== undefined)
      cells.set(`${pool}: ${fieldTitle('placement', 'apart')}`, cellOf('placement', 'apart', placement.apart))
  })
  return cells
}

const context = ['custom', 'runAsUser', 'runAsGroup', 'fsGroup', 'runAsNonRoot']

/** The step "Configure" is split into two groups: the security context, and the rest. */
const configureOf = (of: Settings, kind: 'context' | 'rest'): Cells => {
  const { configure } = of.steps
  const entries = Object.entries(configure).filter(([name]) => context.includes(name) === (kind === 'context'))
  return new Map(entries.map(([name, draft]) => [fieldTitle('configure', name), cellOf('configure', name, draft)]))
}

/** State of a feature. If it is off in the manifest but the configuration secret could not be read, it is unknown. */
const featureCell = ({ tenant }: Settings, on: boolean) => (!on && unreadCell[tenant.configuration]) || flag(on)

const featuresOf = (of: Settings): Cells => {
  const { tenant } = of
  const { endpoints } = tenant
  return new Map([
    ['Logs', featureCell(of, tenant.logEnabled)],
    ['Monitoring', featureCell(of, tenant.monitoringEnabled)],
    ['MinIO TLS', flag(tenant.minioTLS)],
    ['Encryption', featureCell(of, tenant.encryptionEnabled)],
    ['AD/LDAP', featureCell(of, tenant.idpAdEnabled)],
    ['OpenID', featureCell(of, tenant.idpOidcEnabled)],
    ['Endpoint', value(endpoints?.minio ?? '')],
    ['Console', value(endpoints?.console ?? '')],
    ['License', configured(of, value(tenant.subnet_license?.plan ?? ''))],
    ...configureOf(of, 'rest'),
  ])
}

const environmentOf = ({ environment }: Settings): Cells => new Map(environment.map((name) => [name, set]))

/** Sorts settings that the two tenants may list in different orders. */
const ordered = (title: string, labels: string[]) => (title === 'Environment' ? labels.sort() : labels)

const usageOf = ({ tenant, used, usable }: Settings): Cells => {
  const { status } = tenant
  return new Map([
    ['State', value(tenant.deletion_date ? 'Being deleted' : tenant.currentState)],
    ['Health', value(healthOf(status.health_status).label)],
    ['Used', value(used === undefined ? '' : bytes(used), String(used))],
    ['Usable', value(usable === undefined ? '' : bytes(usable), String(usable))],
    ['Drives Online', value(count(status.drives_online))],
    ['Drives Offline', value(count(status.drives_offline))],
    ['Write Quorum', value(count(status.write_quorum))],
    ['Created', value(tenant.creation_date && date(tenant.creation_date), tenant.creation_date)],
  ])
}

const parts: Readonly<Record<string, Unread>> = {
  'Identity Provider': 'configuration',
  Environment: 'configuration',
  Encryption: 'encryption',
}

/** Cell for a setting that only the other tenant has. */
const missingCell = (title: string, label: string, { tenant, pools, unread }: Settings): Cell => {
  const part = parts[title]
  if (part && unread.includes(part)) return withheld
  if (part === 'configuration' && tenant.configuration === 'missing') return unknown
  const [, pool] = /^Pool (\d+): /.exec(label) ?? []
  return Number(pool) > pools.length ? { ...missing, text: 'No such pool' } : missing
}

const identityOf = (of: Settings): Cells => {
  const hidden = of.unread.includes('configuration') ? withheld : unreadCell[of.tenant.configuration]
  const cells = fieldsOf(of, 'identity', { but: ['keys'] })
  // unreadable users would be displayed as built-in users
  return hidden ? new Map([...cells].map(([label]) => [label, hidden])) : cells
}

const groups: readonly [title: string, read: (of: Settings) => Cells][] = [
  [
    'Version',
    (of) =>
      new Map([
        ['Version', value(versionOf(of.tenant.image))],
        ...fieldsOf(of, 'images', { but: ['own'], within: ['registry', ['registry', 'username', 'password']] }),
      ]),
  ],
  ['Pools', poolsOf],
  ['Resources', resourcesOf],
  [
    'Security',
    (of) =>
      new Map([...fieldsOf(of, 'security', { within: ['certificates', ['cas']] }), ...configureOf(of, 'context')]),
  ],
  ['Identity Provider', identityOf],
  [
    'Encryption',
    (of) =>
      new Map([
        [fieldTitle('encryption', 'on'), featureCell(of, of.tenant.encryptionEnabled)],
        ...fieldsOf(of, 'encryption', { but: ['on'], within: ['encryption', ['provider', 'endpoint']] }),
      ]),
  ],
  ['Features', featuresOf],
  ['Environment', environmentOf],
]

/** Everything the rows show of one tenant. Used to find fields of the manifest that no row covers. */
export const coveredCells = (of: Settings) => groups.map(([, read]) => [...read(of)])

const rowsOf = (title: string, read: (of: Settings) => Cells, one: Settings, other: Settings): Row[] => {
  const [here, there] = [read(one), read(other)]
  const labels = ordered(title, [...new Set([...here.keys(), ...there.keys()])])
  return labels.flatMap((label): Row[] => {
    const cells: [Cell, Cell] = [
      here.get(label) ?? missingCell(title, label, one),
      there.get(label) ?? missingCell(title, label, other),
    ]
    if (cells.every(({ kind }) => kind === 'missing')) return []
    const [first, second] = cells
    return [
      {
        label,
        cells,
        alike:
          first.kind !== 'withheld' &&
          second.kind !== 'withheld' &&
          first.same === second.same &&
          first.kind === second.kind,
      },
    ]
  })
}

type Field = Settings['fields'][string]
const fieldCell = (field: Field | undefined): Cell =>
  field ? value(field.text || 'Empty', field.same ?? field.text) : missing

/**
 * Fields of both manifests that are not covered by a row of every tenant that has them. A field covered for only one of
 * the two is listed with both values.
 */
const uncoveredRows = (one: Settings, other: Settings): Row[] =>
  [...new Set([one, other].flatMap(({ fields }) => Object.keys(fields)))].flatMap((path): Row[] => {
    const [here, there] = [one.fields[path], other.fields[path]]
    if ([here, there].every((field) => field === undefined || field.inRow)) return []
    const [first, second] = [fieldCell(here), fieldCell(there)]
    return [{ label: path, cells: [first, second], alike: first.same === second.same && first.kind === second.kind }]
  })

/** Rows of both tenants by group; settings that neither has are left out. */
export const compareSettings = (one: Settings, other: Settings): Group[] => [
  ...groups.map(([title, read]) => ({ title, rows: rowsOf(title, read, one, other) })),
  { title: 'Further fields', rows: uncoveredRows(one, other) },
  { title: 'Usage', rows: rowsOf('Usage', usageOf, one, other) },
]
