import Activity from 'lucide-react/icons/activity'
import Plus from 'lucide-react/icons/plus'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { Failure } from 'stowage'
import { Button, Empty, LoadError, SkeletonText, Table } from 'stowage/ui'
import * as styles from './gallery.css.ts'
import { Sample } from './sample.tsx'
import { noun, userColumns, users, type User } from './users.tsx'

const noop = () => undefined

const State = ({ title, children }: { title: string; children: ReactNode }) => (
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
      <State title="Loading: a text, in the height of its line">
        <p>
          <SkeletonText width="24ch" />
        </p>
      </State>
      <State title="Error: the list could not be loaded">
        <LoadError
          what="users"
          error={new Failure(0, 'The server did not respond in 10 s.', { detail: 'ETIMEDOUT' })}
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
