import Ellipsis from 'lucide-react/icons/ellipsis'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import List from 'lucide-react/icons/list'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import History from 'lucide-react/icons/rotate-ccw-clock'
import Server from 'lucide-react/icons/server'
import Trash2 from 'lucide-react/icons/trash'
import { type ComponentProps, useState } from 'react'
import {
  Button,
  Checkbox,
  CheckboxGroup,
  CopyButton,
  DateInput,
  Field,
  Grid,
  IconButton,
  ListInput,
  NumberInput,
  RadioGroup,
  Row,
  SecretInput,
  Segmented,
  Select,
  Switch,
  Tabs,
  TextArea,
  TextInput,
  Search,
} from 'stowage/ui'
import { Sample } from './sample.tsx'

const noop = () => undefined
const reason = 'Your policies do not allow admin:CreateUser'

/** A button at rest, and disabled with a reason. */
const Both = (props: ComponentProps<typeof Button>) => (
  <>
    <Button {...props} />
    <Button {...props} disabled={reason} />
  </>
)

export const Buttons = () => (
  <>
    <Sample label="Button: rest, disabled with a reason">
      <Row gap={3} wrap>
        <Both tone="primary" icon={Plus}>
          Create
        </Both>
        <Both icon={RefreshCw}>Sync</Both>
      </Row>
      <Row gap={3} wrap>
        <Both tone="danger" icon={Trash2}>
          Delete
        </Both>
        <Button tone="dangerQuiet" icon={Trash2}>
          Delete User
        </Button>
        <Both tone="quiet">Cancel</Both>
      </Row>
    </Sample>
    <Sample label="Sizes 28, 32, 40; icon button; busy; pressed; link">
      <Row gap={3} wrap>
        <Button size="sm">Small</Button>
        <Button>Regular</Button>
        <Button size="lg" tone="primary">
          Large
        </Button>
        <IconButton icon={Ellipsis} label="More" />
        <IconButton icon={Pencil} label="Edit" disabled={reason} />
        <IconButton icon={History} label="Versions" look="bordered" />
        <IconButton icon={Trash2} label="Delete" look="danger" />
      </Row>
      <Row gap={3} wrap>
        <Button tone="primary" icon={Plus} busy="Saving">
          Save Changes
        </Button>
        <Button busy="Saving">Save</Button>
        <Button pressed>Bulk Select</Button>
        <IconButton icon={History} label="Show deleted" pressed />
        <Button href="/users">Users</Button>
        <CopyButton text="node-1:9000" label="Copy endpoint" />
      </Row>
    </Sample>
  </>
)

export const Fields = () => {
  const [name, setName] = useState('GLACIER-EU')
  const [secret, setSecret] = useState('correct horse')
  const [unit, setUnit] = useState('TiB')
  const [size, setSize] = useState('1,024')
  const [text, setText] = useState('Two lines\nof text')
  const [hosts, setHosts] = useState(['node-1:9000', 'node-2:9000'])
  return (
    <>
      <Sample label="Field: hint, error, optional, disabled, locked">
        <Grid columns={2} gap={5}>
          <Field label="Name" hint="Letters, digits, - and _.">
            <TextInput value={name} onChange={setName} />
          </Field>
          <Field label="Endpoint">
            <TextInput value="" placeholder="https://s3" icon={Server} onChange={noop} />
          </Field>
          <Field label="Bucket" error="Field cannot be empty">
            <TextInput value="" onChange={noop} />
          </Field>
          <Field label="Region" optional>
            <TextInput value="eu-central-1" onChange={noop} state="disabled" />
          </Field>
          <Field label="Unit">
            <Select
              value={unit}
              onChange={setUnit}
              options={['GiB', 'TiB', 'PiB'].map((value) => ({ value, label: value }))}
            />
          </Field>
          <Field label="Size">
            <NumberInput value={size} onChange={setSize} unit="GiB" />
          </Field>
          <Field label="Secret Key" hint="8 to 40 characters.">
            <SecretInput value={secret} onChange={setSecret} />
          </Field>
          <Field label="Path" hint="Locked while the trace runs.">
            <TextInput value="/ml-training-sets" onChange={noop} state="locked" look="mono" />
          </Field>
          <Field label="Storage Class">
            <Select
              value=""
              placeholder="Choose a class"
              onChange={noop}
              options={[{ value: 'a', label: 'Standard' }]}
            />
          </Field>
          <Field label="Date" hint="From midnight UTC on.">
            <DateInput value="2026-11-14" onChange={noop} />
          </Field>
        </Grid>
        <Field label="Note" optional>
          <TextArea value={text} onChange={setText} />
        </Field>
        <Field label="Hosts">
          <ListInput label="Host" value={hosts} onChange={setHosts} placeholder="host:port" />
        </Field>
      </Sample>
    </>
  )
}

export const Choices = () => {
  const [on, setOn] = useState(true)
  const [mode, setMode] = useState('governance')
  const [verbs, setVerbs] = useState(['PUT'])
  return (
    <Sample label="Checkbox, radio, switch">
      <Row gap={3} wrap>
        <Checkbox look="hidden" label="Off" value={false} onChange={noop} />
        <Checkbox look="hidden" label="On" value={true} onChange={noop} />
        <Checkbox look="hidden" label="Some" value="some" onChange={noop} />
        <Checkbox look="hidden" label="Disabled" value={false} disabled={reason} onChange={noop} />
        <Checkbox label="With a label" value={on} onChange={setOn} />
      </Row>
      <Switch
        label="Restrict with policy"
        hint="Cannot be changed after the service account is created."
        value={on}
        onChange={setOn}
      />
      <Switch label="Object Locking" value={false} onChange={noop} />
      <Switch
        label="Versioning"
        hint="Required for object locking."
        value={true}
        disabled="Object locking needs it"
        onChange={noop}
      />
      <RadioGroup
        label="Mode"
        look="row"
        value={mode}
        onChange={setMode}
        options={[
          { value: 'compliance', label: 'Compliance' },
          { value: 'governance', label: 'Governance' },
        ]}
      />
      <CheckboxGroup
        label="Events"
        look="row"
        value={verbs}
        onChange={setVerbs}
        options={['PUT', 'GET', 'DELETE'].map((value) => ({ value, label: value }))}
      />
    </Sample>
  )
}

export const Navigation = () => {
  const [tab, setTab] = useState<'summary' | 'events' | 'users' | 'replication'>('summary')
  const [side, setSide] = useState<'groups' | 'accounts'>('groups')
  const [look, setLook] = useState<'cards' | 'list'>('cards')
  const [search, setSearch] = useState('')
  return (
    <Sample label="Tabs, segmented, search">
      <Tabs
        label="Bucket"
        value={tab}
        onChange={setTab}
        items={[
          { id: 'summary', label: 'Summary' },
          { id: 'events', label: 'Events' },
          { id: 'users', label: 'Users', count: 14 },
          { id: 'replication', label: 'Replication', disabled: true },
        ]}
      />
      <Row gap={3} wrap>
        <Segmented
          label="View"
          value={look}
          onChange={setLook}
          items={[
            { id: 'cards', label: 'Cards', icon: LayoutGrid },
            { id: 'list', label: 'List', icon: List },
          ]}
        />
        <Search label="Search Groups" value={search} onChange={setSearch} />
      </Row>
      <Tabs
        label="User"
        look="side"
        value={side}
        onChange={setSide}
        items={[
          { id: 'groups', label: 'Groups', count: 2 },
          { id: 'accounts', label: 'Service Accounts', count: 5 },
        ]}
      >
        <p>{side === 'groups' ? 'What the groups tab shows.' : 'What the service accounts tab shows.'}</p>
      </Tabs>
    </Sample>
  )
}
