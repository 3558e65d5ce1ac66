import { Badge, Badges, type Column, Status } from 'stowage/ui'

export type User = { name: string; enabled: boolean; groups: string[]; policies: string[] }

const names = [
  'admin',
  'ana.moreau',
  'backup-agent',
  'ci-runner',
  'dmitri.volkov',
  'grafana-metrics',
  'j.okafor',
  'loki-ingest',
  'mei.tanaka',
  'partner-nordlicht',
  'restore-drill',
  'sofia.lindqvist',
  'spark-etl',
  'terraform',
]

export const users: User[] = names.map((name, index) => ({
  name,
  enabled: index !== 4 && index !== 9,
  groups:
    index === 5 ? [] : ['data-platform', 'analysts', 'operations'].slice(index % 3, (index % 3) + 1 + (index % 2)),
  policies: index % 3 === 2 ? ['backup-writer', 'readonly'] : ['readonly'],
}))

export const userColumns: Column<User>[] = [
  {
    id: 'name',
    title: 'Access Key',
    value: ({ name }) => name,
    after: ({ name }) => name === 'admin' && <Badge tone="outline">You</Badge>,
    href: ({ name }) => `/users/${name}`,
    look: 'name',
  },
  {
    id: 'status',
    title: 'Status',
    value: ({ enabled }) => (enabled ? 'Enabled' : 'Disabled'),
    cell: ({ enabled }) => <Status tone={enabled ? 'ok' : 'unknown'}>{enabled ? 'Enabled' : 'Disabled'}</Status>,
    width: '120px',
  },
  { id: 'groups', title: 'Groups', value: ({ groups }) => groups.join(', ') || undefined, look: 'muted' },
  {
    id: 'policies',
    title: 'Policies',
    value: ({ policies }) => policies.join(', '),
    cell: ({ policies }) => <Badges items={policies} />,
    width: 'minmax(0, 1.4fr)',
  },
]

export const noun = { one: 'user', many: 'users' }
