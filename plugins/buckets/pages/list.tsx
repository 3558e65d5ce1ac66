import GitCompareArrows from 'lucide-react/icons/git-compare-arrows'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import ListIcon from 'lucide-react/icons/list'
import ListChecks from 'lucide-react/icons/list-checks'
import Plus from 'lucide-react/icons/plus'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Trash2 from 'lucide-react/icons/trash'
import { useDeferredValue, useEffect, useState } from 'react'
import {
  getPreference,
  setPreference,
  showToast,
  showError,
  useCall,
  useCallRefusals,
  useMissingFeature,
  useQuery,
} from 'stowage/web'
import { core, Failure, hiddenReasonFor, displayName } from 'stowage'
import { Button, IconButton, Page, Search, Segmented, Selected, Spacer, Toolbar, useBulk, useNarrow } from 'stowage/ui'
import { buckets } from '../contract.ts'
import { replication } from '../replication.ts'
import { OpenByName } from './open-by-name.tsx'
import { browserPath, deleteRefusal } from './access.ts'
import { useAge } from './age.ts'
import { Cards, noun } from './cards.tsx'
import type { ListedBucket } from './columns.tsx'
import { CreateBucket } from './create.tsx'
import { removeBuckets } from './remove.tsx'
import { SetMultipleReplication } from './replication/bulk.tsx'
import { BucketTable } from './table.tsx'
import * as messages from '../messages.ts'

const help = {
  title: 'Buckets',
  sections: [
    {
      text: messages.bucketHoldsObjectsAndRules,
    },
    {
      title: 'Usage',
      text: messages.sizesAndCounts,
    },
    { title: 'Access', text: messages.readWriteColumnHelp },
  ],
}

/** Whether the account may create buckets (spec/2 section 6); `undefined` while unknown. */
const useMayCreate = () => {
  const { data } = useCall(core.hasPermission, {
    body: { actions: [{ id: 'createBucket', action: 's3:CreateBucket' }] },
  })
  return data?.permissions.some(({ id, can }) => id === 'createBucket' && can)
}

/** Cards or list, as last chosen on this device. */
const useView = () => {
  const [view, setView] = useQuery('view', getPreference('bucketsView') ?? 'cards')
  const choose = (next: 'cards' | 'list') => {
    setView(next)
    setPreference('bucketsView', next)
  }
  return [view === 'list' ? 'list' : 'cards', choose] as const
}

/** Hides its label in narrow windows, so that the toolbar stays on two lines. */
const BulkSelect = (props: { pressed: boolean; onPress: () => void }) =>
  useNarrow() ? (
    <IconButton icon={ListChecks} look="bordered" label="Bulk Select" {...props} />
  ) : (
    <Button icon={ListChecks} {...props}>
      Bulk Select
    </Button>
  )

const BucketsPage = () => {
  const list = useCall(buckets.list)
  const mayCreate = useMayCreate()
  const age = useAge()
  const [view, setView] = useView()
  const [search, setSearch] = useQuery('search')
  const [dialog, setDialog] = useQuery('create')
  // the command palette and links reach this page without the permission
  useEffect(() => {
    if (dialog !== 'bucket' || mayCreate !== false) return
    setDialog('')
    showError(new Failure(403, hiddenReasonFor([{ action: 's3:CreateBucket' }])))
  }, [dialog, mayCreate])
  const View = view === 'list' ? BucketTable : Cards
  const searched = useDeferredValue(search.trim())
  const noReplication = useMissingFeature('replication')
  const refusal = useCallRefusals({ replicate: replication.replicate })
  const [bulk, setBulk] = useState(false)
  const [replicating, replicate] = useState<readonly ListedBucket[]>([])
  const { selection, selected, clear } = useBulk<ListedBucket>({
    rows: list.data?.buckets,
    rowKey: ({ name }) => name,
    noun,
    actions: [
      {
        label: 'Set Replication',
        icon: GitCompareArrows,
        disabled: noReplication ?? refusal('replicate'),
        onSelect: replicate,
      },
      {
        label: 'Delete',
        icon: Trash2,
        tone: 'danger',
        disabled: (chosen) => chosen.map(deleteRefusal).find(Boolean),
        onSelect: async (chosen) => {
          if (!(await removeBuckets(chosen.map(({ name }) => name)))) return
          clear()
          await list.reload()
        },
      },
    ],
  })

  const created = async (name: string) => {
    setDialog('')
    const open = browserPath(name)
    showToast(messages.bucketCreated(displayName(name)), open ? { label: 'Browse', href: open } : undefined)
    await list.reload()
  }

  const toggle = () => {
    if (bulk) clear()
    setBulk(!bulk)
  }
  const create = mayCreate && (
    <Button tone="primary" icon={Plus} onPress={() => setDialog('bucket')}>
      Create Bucket
    </Button>
  )
  return (
    <Page title="Buckets" help={help}>
      <Toolbar>
        <Search label="Search Buckets" value={search} onChange={setSearch} />
        <Segmented
          label="View"
          value={view}
          onChange={setView}
          items={[
            { id: 'cards', label: 'Cards', icon: LayoutGrid },
            { id: 'list', label: 'List', icon: ListIcon },
          ]}
        />
        <Spacer />
        {(view === 'list' || bulk) && <Selected {...selected} />}
        {view === 'cards' && <BulkSelect pressed={bulk} onPress={toggle} />}
        <IconButton icon={RefreshCw} look="bordered" label="Refresh" onPress={() => void list.reload()} />
        {list.data?.buckets.length !== 0 && create}
      </Toolbar>
      {list.error?.status === 403 && !list.data ? (
        <OpenByName />
      ) : (
        <View
          buckets={list.data?.buckets}
          search={searched}
          onClear={() => setSearch('')}
          error={list.error}
          onRetry={() => void list.reload()}
          create={create}
          age={age}
          selection={view === 'list' || bulk ? selection : undefined}
          refresh={list}
        />
      )}
      {replicating.length > 0 && (
        <SetMultipleReplication
          chosen={replicating}
          onClose={() => replicate([])}
          onDone={() => {
            clear()
            void list.reload()
          }}
        />
      )}
      {dialog === 'bucket' && mayCreate && (
        <CreateBucket onClose={() => setDialog('')} onCreated={(name) => void created(name)} />
      )}
    </Page>
  )
}

export default BucketsPage
