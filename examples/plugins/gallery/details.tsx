import Ban from 'lucide-react/icons/ban'
import Trash2 from 'lucide-react/icons/trash'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { Failure } from 'stowage'
import { DetailPage, Details, PageFrame, Segmented, Status } from 'stowage/ui'
import * as styles from './gallery.css.ts'
import { Sample, StateChoice } from './sample.tsx'

type User = { groups: readonly string[] }

const states = ['loaded', 'loading', 'failed', 'missing'] as const
type State = (typeof states)[number]

const sources: Readonly<Record<State, { data: User | undefined; error: Failure | undefined }>> = {
  loaded: { data: { groups: ['editors', 'marketing'] }, error: undefined },
  loading: { data: undefined, error: undefined },
  failed: { data: undefined, error: new Failure(500, 'The disk is full', { detail: 'ENOSPC' }) },
  missing: { data: undefined, error: new Failure(404, 'The user does not exist') },
}

const looks = ['line', 'side'] as const

/** The page of one object in every state. */
export const DetailPages = () => {
  const [state, setState] = useState<State>('loaded')
  const [look, setLook] = useState<(typeof looks)[number]>('side')
  const [tab, setTab] = useState('groups')
  return (
    <Sample label="Page of one object: loaded, loading, failed, missing; tabs or a list at the side" look="wide">
      <StateChoice label="State of the object" value={state} onChange={setState} states={states} />
      <Segmented
        label="Parts"
        value={look}
        onChange={setLook}
        items={looks.map((id) => ({ id, label: id === 'line' ? 'Tabs' : 'At the side' }))}
      />
      <div className={styles.tableBox}>
        <PageFrame value={{}}>
          <DetailPage
            name="ana.moreau"
            kind="user"
            crumbs={[{ label: 'Users', href: '/users' }]}
            source={{ ...sources[state], reload: async () => undefined }}
            missing={{ icon: Users, title: 'There is no user "ana.moreau"', text: 'It may have been deleted.' }}
            status={() => <Status tone="ok">Enabled</Status>}
            actions={() => [
              { label: 'Disable', icon: Ban, onSelect: () => undefined },
              { label: 'Delete User', icon: Trash2, tone: 'danger', onSelect: () => undefined },
            ]}
            look={look}
            path={{ tab, onTab: setTab }}
            tabs={({ groups }) => [
              {
                id: 'groups',
                label: 'Groups',
                icon: Users,
                count: groups.length,
                content: <Details rows={groups.map((group, at) => ({ label: `Group ${at + 1}`, value: group }))} />,
              },
              { id: 'policies', label: 'Policies', content: <p>No policy is attached.</p> },
            ]}
          />
        </PageFrame>
      </div>
    </Sample>
  )
}
