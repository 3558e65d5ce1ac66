import ArrowRight from 'lucide-react/icons/arrow-right'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { Failure } from 'stowage'
import { Badge, Button, column, Dialog, ListTab } from 'stowage/ui'
import { Sample, StateChoice } from './sample.tsx'
import { noun, type User, users } from './users.tsx'

const states = ['rows', 'empty', 'loading', 'failed', 'read-only'] as const
type State = (typeof states)[number]

const columns = [
  column.name('Access Key', ({ name }: User) => name, {
    href: ({ name }) => `/users/${name}`,
    after: ({ name }) => name === 'admin' && <Badge tone="outline">You</Badge>,
  }),
  column.status(
    'Status',
    ({ enabled }: User) => (enabled ? 'Enabled' : 'Disabled'),
    ({ enabled }) => (enabled ? 'ok' : 'unknown'),
  ),
  column.names('Groups', ({ groups }: User) => groups),
  column.bytes('Stored', ({ name }: User) => name.length ** 9, { narrow: 'hidden' }),
  column.date('Created', () => '2026-11-19T08:00:02Z', { narrow: 'hidden' }),
]

const sources: Readonly<Record<State, { rows: readonly User[] | undefined; error?: Failure }>> = {
  rows: { rows: users },
  empty: { rows: [] },
  loading: { rows: undefined },
  failed: { rows: undefined, error: new Failure(0, 'The server did not respond in 10 s.', { detail: 'ETIMEDOUT' }) },
  'read-only': { rows: users },
}

/** A list in every state. */
export const Lists = () => {
  const [state, setState] = useState<State>('rows')
  const reload = async () => undefined
  const disabled = state === 'read-only' && 'Your policies do not allow admin:CreateUser'
  return (
    <Sample label="List: search, sort, selection, dialogs and reload, with columns as data" look="wide">
      <StateChoice label="State" value={state} onChange={setState} states={states} />
      <ListTab
        noun={noun}
        source={{ ...sources[state], reload }}
        rowKey={({ name }) => name}
        columns={columns}
        create={{
          label: 'Create User',
          disabled,
          dialog: ({ onClose }) => (
            <Dialog title="Create User" onClose={onClose} footer={<Button onPress={onClose}>Close</Button>}>
              <p>Its state is in the address.</p>
            </Dialog>
          ),
        }}
        actions={[
          { label: 'View', icon: ArrowRight, href: ({ name }) => `/users/${name}` },
          {
            label: 'Edit',
            icon: Pencil,
            disabled,
            dialog: ({ row, onClose }) => (
              <Dialog title={`Edit ${row.name}`} onClose={onClose} footer={<Button onPress={onClose}>Close</Button>}>
                <p>Its state is in the address.</p>
              </Dialog>
            ),
          },
          {
            label: 'Delete',
            icon: Trash2,
            tone: 'danger',
            on: 'both',
            disabled: disabled || (({ name }) => name === 'admin' && 'You cannot delete yourself'),
            run: () => undefined,
          },
        ]}
        empty={{ icon: Users, text: 'A user signs in with an access key and a secret key.' }}
        table={{ height: 'content' }}
      />
    </Sample>
  )
}
