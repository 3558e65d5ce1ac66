import FolderOpen from 'lucide-react/icons/folder-open'
import GitCompareArrows from 'lucide-react/icons/git-compare-arrows'
import Package from 'lucide-react/icons/package'
import Settings2 from 'lucide-react/icons/settings-2'
import Trash2 from 'lucide-react/icons/trash'
import { useEffect } from 'react'
import { bytes, core, displayName, Failure, hiddenReasonFor } from 'stowage'
import { ListPage, useRows } from 'stowage/ui'
import { session, showError, showToast, useCall, useMissingFeature, useQuery } from 'stowage/web'
import { buckets } from '../contract.ts'
import * as messages from '../messages.ts'
import { replication } from '../replication.ts'
import { browserPath, deleteRefusal, managePath, manageRefusal, pinOf } from './access.ts'
import { NOT_COUNTED, useAge } from './age.ts'
import { BucketCard } from './card.tsx'
import { columns, type ListedBucket } from './columns.tsx'
import { CreateBucket } from './create.tsx'
import { OpenByName } from './open-by-name.tsx'
import { removeBucket, removeBuckets } from './remove.tsx'
import { SetMultipleReplication } from './replication/bulk.tsx'

const help = {
  title: 'Buckets',
  sections: [
    {
      text: messages.bucketPageHelp,
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

/** Total size of the buckets and the age of that figure; `undefined` if no size is known. */
const totalSize = (listed: readonly ListedBucket[], age: string | undefined) => {
  if (age === NOT_COUNTED) return age
  const sizes = listed.flatMap(({ size }) => size ?? [])
  if (sizes.length === 0) return undefined
  return [bytes(sizes.reduce((sum, size) => sum + size, 0)), age].filter(Boolean).join(' ')
}

const BucketsPage = () => {
  const source = useRows(useCall(buckets.list), (data) => data.buckets)
  const mayCreate = useMayCreate()
  const age = useAge()
  const noReplication = useMissingFeature('replication')
  const [creating, setCreating] = useQuery('create')
  // the command palette and links reach this page without the permission
  useEffect(() => {
    if (creating !== 'bucket' || mayCreate !== false) return
    setCreating('')
    showError(new Failure(403, hiddenReasonFor([{ action: 's3:CreateBucket' }])))
  }, [creating, mayCreate])
  const onCreated = (name: string) => {
    const href = browserPath(name)
    showToast(messages.bucketCreated(displayName(name)), href ? { label: 'Browse', href } : undefined)
  }
  return (
    <ListPage
      title="Buckets"
      help={help}
      list={{
        noun: { one: 'bucket', many: 'buckets' },
        source,
        rowKey: ({ name }) => name,
        columns,
        pin: ({ name }) => pinOf(name),
        ...(mayCreate && {
          create: {
            label: 'Create Bucket',
            dialog: ({ onClose, onDone }) => (
              <CreateBucket
                onClose={onClose}
                onCreated={(name) => {
                  onClose()
                  onCreated(name)
                  void onDone()
                }}
              />
            ),
          },
        }),
        actions: [
          { label: 'Browse', icon: FolderOpen, href: ({ name }) => browserPath(name) },
          { label: 'Manage', icon: Settings2, disabled: manageRefusal, href: ({ name }) => managePath(name) },
          {
            label: 'Set Replication',
            icon: GitCompareArrows,
            on: 'selection',
            call: replication.replicate,
            disabled: noReplication,
            dialog: ({ rows, ...on }) => <SetMultipleReplication {...on} chosen={rows} />,
          },
          {
            label: 'Delete',
            icon: Trash2,
            tone: 'danger',
            on: 'both',
            disabled: deleteRefusal,
            run: (rows) =>
              rows.length === 1 ? removeBucket(rows[0].name) : removeBuckets(rows.map(({ name }) => name)),
          },
        ],
        table: { card: BucketCard, noAccess: <OpenByName />, total: totalSize(source.rows ?? [], age) },
        empty: {
          icon: Package,
          ...(session.value?.rights === 'unknown'
            ? { title: messages.noBucketsListed, text: messages.onlyOwnBucketsListed }
            : { text: mayCreate === false ? messages.onlyAllowedBucketsListed : messages.bucketExplained }),
        },
      }}
    />
  )
}

export default BucketsPage
