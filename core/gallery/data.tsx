import { Activity, ArrowRight, File, Folder, Lock, Plus, Trash2, Users } from 'lucide-react'
import { useMemo, useState } from 'react'
import { bytes } from '../format.ts'
import { Failure } from '../failure.ts'
import { Button } from '../ui/button.tsx'
import { Chart } from '../ui/chart.tsx'
import { Code, JsonEditor } from '../ui/code.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { Details } from '../ui/details.tsx'
import { Empty, LoadError } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'
import { Spacer, Selected, Toolbar } from '../ui/page.tsx'
import { Search } from '../ui/search.tsx'
import { Badge, Badges, Status } from '../ui/status.tsx'
import { Table, type Column } from '../ui/table.tsx'
import * as text from '../ui/text.css.ts'
import * as styles from './gallery.css.ts'
import { Row, Sample } from './sample.tsx'

type User = { name: string; enabled: boolean; groups: string[]; policies: string[] }

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

const users: User[] = names.map((name, index) => ({
  name,
  enabled: index !== 4 && index !== 9,
  groups:
    index === 5 ? [] : ['data-platform', 'analysts', 'operations'].slice(index % 3, (index % 3) + 1 + (index % 2)),
  policies: index % 3 === 2 ? ['backup-writer', 'readonly'] : ['readonly'],
}))

const userColumns: Column<User>[] = [
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

const noop = () => undefined
const noun = { one: 'user', many: 'users' }

export const UserTable = () => {
  const [keys, setKeys] = useState(new Set(['ana.moreau', 'ci-runner']))
  const [search, setSearch] = useState('')
  return (
    <Sample label="Table: sort, search, selection, row actions" look="wide">
      <div>
        <Toolbar>
          <Search label="Search Users" value={search} onChange={setSearch} />
          <Spacer />
          <Selected
            count={keys.size}
            noun={noun}
            actions={[{ label: 'Add to Group', icon: Users, onSelect: noop }]}
            onClear={() => setKeys(new Set())}
          />
          <Button tone="primary" icon={Plus}>
            Create User
          </Button>
        </Toolbar>
        <Table
          rows={users}
          columns={userColumns}
          rowKey={({ name }) => name}
          noun={noun}
          search={search}
          onClearSearch={() => setSearch('')}
          selection={{
            keys,
            onChange: setKeys,
            blocked: ({ name }) => (name === 'admin' ? 'You cannot delete yourself' : undefined),
          }}
          actions={({ name }) => [
            { label: 'Open', icon: ArrowRight, href: `/users/${name}` },
            {
              label: 'Delete',
              icon: Trash2,
              onSelect: noop,
              disabled: name === 'admin' && 'You cannot delete yourself',
            },
          ]}
          initialSort="name"
          height="content"
          empty={{ icon: Users }}
        />
      </div>
    </Sample>
  )
}

type Item = { key: string; size: number; modified: string }

const many = (): Item[] =>
  Array.from({ length: 100_000 }, (_, index) => ({
    key: index < 3 ? `folder-${index}/` : `shard-${String(index).padStart(6, '0')}.tar`,
    size: index < 3 ? 0 : (index * 7919) % 5_000_000_000,
    modified: `2026-11-19 08:${String(index % 60).padStart(2, '0')}:02`,
  }))

const isFolder = ({ key }: Item) => key.endsWith('/')

const itemColumns: Column<Item>[] = [
  {
    id: 'key',
    title: 'Name',
    value: ({ key }) => key,
    icon: (item) => <Icon of={isFolder(item) ? Folder : File} />,
    href: ({ key }) => `/browse/${key}`,
    look: (item) => (isFolder(item) ? 'name' : 'plain'),
  },
  { id: 'modified', title: 'Last Modified', value: ({ modified }) => modified, look: 'date', width: '200px' },
  {
    id: 'size',
    title: 'Size',
    value: (item) => (isFolder(item) ? undefined : item.size),
    cell: (item) => (isFolder(item) ? undefined : bytes(item.size)),
    look: 'number',
    width: '120px',
  },
]

export const ObjectTable = () => {
  const rows = useMemo(many, [])
  return (
    <Sample label="Table: 100,000 rows, partial" look="wide">
      <div className={styles.tableBox}>
        <Table
          rows={rows}
          columns={itemColumns}
          rowKey={({ key }) => key}
          noun={{ one: 'object', many: 'objects' }}
          more={{ partial: true, load: noop, loading: false }}
          empty={{ icon: Folder }}
        />
      </div>
    </Sample>
  )
}

const State = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <div className={styles.state}>
    <div className={styles.stateHead}>{title}</div>
    <div className={styles.stateBody}>{children}</div>
  </div>
)

const base = { columns: userColumns, rowKey: ({ name }: User) => name, noun, empty: { icon: Users } }

export const States = () => (
  <Sample label="Empty, loading, error, no permission, no match, idle" look="wide">
    <div className={styles.states}>
      <State title="Empty: nothing exists yet">
        <Table
          {...base}
          rows={[]}
          empty={{
            icon: Users,
            text: 'A user signs in with an access key and a secret key.',
            action: (
              <Button tone="primary" icon={Plus}>
                Create User
              </Button>
            ),
          }}
        />
      </State>
      <State title="Loading: skeleton after 150 ms, same geometry as the data">
        <Table {...base} columns={userColumns.slice(0, 3)} rows={undefined} />
      </State>
      <State title="Error: the list could not be loaded">
        <LoadError
          what="users"
          error={new Failure(0, 'The server did not answer in 10 s.', 'ETIMEDOUT')}
          onRetry={noop}
        />
      </State>
      <State title="No permission">
        <LoadError what="service accounts" error={new Failure(403, 'admin:ListServiceAccounts is not allowed')} />
      </State>
      <State title="Filter hides everything">
        <Table {...base} rows={users} search="prod-" onClearSearch={noop} />
      </State>
      <State title="Idle stream">
        <Empty
          icon={Activity}
          title="Trace is not started yet"
          text="Choose what to follow, then start. Rows appear here as the server handles calls."
          action={<Button tone="primary">Start</Button>}
        />
      </State>
    </div>
  </Sample>
)

const policy = `{
  "Version": "2012-10-17",
  "Statement": [{
    "Effect": "Allow"
    "Action": ["s3:GetObject"],
    "Resource": ["arn:aws:s3:::invoices-2026/*"]
  }]
}`

export const Facts = () => {
  const [json, setJson] = useState(policy)
  return (
    <>
      <Sample label="Details list">
        <Details
          rows={[
            {
              label: 'Access Policy',
              value: (
                <Row>
                  <Icon of={Lock} /> Private
                </Row>
              ),
              action: (
                <Button tone="quiet" size="sm">
                  Change
                </Button>
              ),
            },
            {
              label: 'Versioning',
              value: <Status tone="ok">Enabled</Status>,
              action: (
                <Button tone="quiet" size="sm">
                  Change
                </Button>
              ),
            },
            {
              label: 'Endpoint',
              value: (
                <>
                  <code className={text.mono}>node-1:9000</code>
                  <CopyButton text="node-1:9000" label="Copy endpoint" />
                </>
              ),
            },
          ]}
        />
      </Sample>
      <Sample label="Code">
        <Code language="json" text={'{ "Effect": "Allow",\n  "Action": ["s3:*"], "Max": 1000 }'} />
        <JsonEditor label="Policy" value={json} onChange={setJson} />
      </Sample>
    </>
  )
}

const hours = Array.from({ length: 96 }, (_, index) => index)
const times = hours.map((hour) => 1_763_078_400 + hour * 5_400)
const wave = (high: number, shift: number) =>
  hours.map((hour) =>
    hour === 40 ? null : (high + Math.sin(hour / 9 + shift) * high * 0.4 + ((hour * 37) % 11) * high * 0.04) * 2 ** 30,
  )
const received = { label: 'Received', values: wave(3, 0) }
const sent = { label: 'Sent', values: wave(2, 1) }
const traffic = [received, sent]

export const Charts = () => (
  <Sample label="Chart" look="wide">
    <Chart label="S3 traffic" unit="bytesPerSecond" times={times} series={traffic} />
  </Sample>
)
