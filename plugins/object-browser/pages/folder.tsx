import PackageOpen from 'lucide-react/icons/package-open'
import Settings2 from 'lucide-react/icons/settings-2'
import { lazy, Suspense, useMemo, useState } from 'react'
import { segment, displayName } from 'stowage'
import { allows, useMaySome, useQuery } from 'stowage/web'
import { Button, helpOver, filterRows, NoAccess, Page, Table, useMedia, useNarrow } from 'stowage/ui'
import type { Chosen } from '../transfers/collect.ts'
import { managementRights, type Page as BucketsPage } from 'stowage/plugins/buckets'
import { uploadInto } from '../transfers/resolve.tsx'
import { useUnfinished } from '../transfers/use-unfinished.ts'
import { useActs } from './acts/use-acts.tsx'
import { columnsOf } from './columns.tsx'
import { DropZone } from './drop-zone.tsx'
import { findAddress } from './finding/found-page.tsx'
import { chosenActions, FolderTools } from './folder-tools.tsx'
import { countOf, foldersFirst, isDeleted, noun, type Row, toRows } from './items.ts'
import { PAGE, useListing } from './listing.ts'
import { NewPath } from './new-path.tsx'
import { NoBucket } from './missing.tsx'
import { useUnlockable } from './object/use-object.ts'
import { ObjectPanel } from './panel/panel.tsx'
import { usePanel } from './panel/use-panel.ts'
import { headOf } from './head.ts'
import { PathBar } from './path-bar.tsx'
import { Unfinished } from './unfinished.tsx'
import { UploadMenu, usePicker } from './upload-menu.tsx'
import { rowActions } from './row-actions.ts'
import { useRowRights } from './row-rights.ts'
import { useBucketVersioning } from './use-bucket-versioning.ts'
import { useUploaded } from './use-uploaded.ts'
import { useUploadRefusal } from './use-upload.ts'
import { useRestored } from './restoring.ts'
import { useRemoval } from './use-removal.tsx'
import { useDeletedBelow } from './use-folder-figures.ts'
import { Waiting } from './waiting.tsx'
import * as messages from '../messages.ts'

const PreviewDialog = lazy(async () => ({ default: (await import('./preview/index.ts')).PreviewDialog }))

const adminPage: BucketsPage = '/buckets/:bucketName/admin'

type FolderProps = { bucket: string; path: string }

/** Page of a folder: its contents, uploads and actions. */
export const FolderPage = ({ bucket, path: prefix }: FolderProps) => {
  const versioning = useBucketVersioning(bucket)
  const listing = useListing(bucket, prefix, versioning.listed)
  const width = useNarrow() ? 'narrow' : 'wide'
  const little = useMedia(helpOver)
  const [search, setSearch] = useQuery('search')
  const [sort, setSort] = useQuery('sort')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [creating, setCreating] = useState(false)
  const [previewed, setPreviewed] = useQuery('preview')
  const [unfinished, setUnfinished] = useState(false)
  useUploaded(bucket, prefix, listing)
  useUnfinished()
  const changed = () => {
    setSelected(new Set())
    void listing.reload()
  }
  useRestored(changed)
  const removal = useRemoval(bucket, versioning.keeps, changed)
  const upload = useUploadRefusal(bucket, prefix)
  const { items, partial } = listing
  const columns = useMemo(() => columnsOf(bucket, width, versioning.listed), [bucket, width, versioning.listed])
  const mayManage = useMaySome(managementRights, { bucket })
  const manage = allows(adminPage) && mayManage ? `/buckets/${segment(bucket)}/admin` : undefined
  // a partially loaded folder stays in the storage's order until the user sorts: new pages would shift the rows above
  const order = sort || (items && !partial && items.length <= PAGE ? 'name' : '')
  const rows = useMemo(() => {
    const all = items && toRows(items, prefix)
    return all && order ? foldersFirst(all, columns, order) : all
  }, [items, order, columns])
  const matches = useMemo(() => filterRows(rows ?? [], columns, search), [rows, columns, search])
  const panel = usePanel(prefix, matches, listing)
  const opened = matches.find(({ path }) => path === panel.path)
  const chosen = rows?.filter(({ path }) => selected.has(path)) ?? []
  const { refusal, reach } = useRowRights(bucket, prefix, chosen)
  const unlockable = useUnlockable(bucket, versioning.versioned)
  const acts = useActs({ bucket, prefix, upload, refusal, unlockable, onChanged: changed })
  const actions = useMemo(
    () => (row: Row) =>
      rowActions(row, { bucket, refusal, removal, acts, listed: versioning.listed, preview: setPreviewed }),
    [bucket, prefix, refusal, upload, unlockable, versioning.listed, versioning.keeps],
  )
  const isEmpty = rows?.length === 0 && !partial
  const deletedBelow = useDeletedBelow(bucket, prefix, isEmpty && versioning.some && versioning.listed === 'folder')

  const toPreview = rows?.find(({ path, kind }) => path === previewed && kind === 'object')
  const store = (files: readonly Chosen[]) => uploadInto(bucket, prefix, files, versioning.keeps)
  const picker = usePicker(store)

  if (listing.error?.status === 404 && !items) return <NoBucket bucket={bucket} />
  return (
    <Page
      {...headOf(bucket, prefix, width)}
      skip="Skip to objects"
      beside={
        panel.path !== undefined && (
          <ObjectPanel
            bucket={bucket}
            path={panel.path}
            acts={opened ? actions(opened) : []}
            place={panel.place}
            onClose={panel.close}
          />
        )
      }
      {...(width === 'wide' && {
        tabs: <PathBar bucket={bucket} path={prefix} end={acts.ofFolder} />,
        actions: manage && (
          <Button icon={Settings2} href={manage}>
            Manage
          </Button>
        ),
      })}
    >
      <DropZone label={`Drop to upload to ${displayName(`${bucket}/${prefix}`)}`} blocked={upload} onChosen={store}>
        <FolderTools
          bucket={bucket}
          search={search}
          onSearch={setSearch}
          selected={chosen}
          onClear={() => setSelected(new Set())}
          removal={removal}
          deleted={versioning.toggle}
          onRefresh={() => void listing.reload()}
          onNewPath={() => setCreating(true)}
          onUnfinished={() => setUnfinished(true)}
          pick={picker.pick}
          upload={upload}
          refusal={refusal}
          manage={manage}
          width={width === 'wide' && (little || panel.path !== undefined) ? 'tight' : width}
          empty={isEmpty}
          acts={acts.of(chosen)}
          more={acts}
          belowAddress={findAddress(bucket, prefix, search)}
          rewind={{ blocked: versioning.rewindRefusal, onPress: acts.rewind }}
        />
        {listing.error?.status === 403 && !items ? (
          <NoAccess what="these objects" needs={[{ action: 's3:ListBucket', bucket }]} />
        ) : (
          <Table
            rows={rows}
            columns={columns}
            rowKey={({ path }) => path}
            noun={noun}
            name="objects"
            letters="find"
            drag={{
              takes: (row) => row.kind === 'folder' && !isDeleted(row),
              drop: (some, onto, how) => acts.bring(some, onto.path, how),
            }}
            countOf={countOf}
            search={search}
            onClearSearch={() => setSearch('')}
            selection={{
              keys: selected,
              onChange: setSelected,
              actions: chosenActions({
                bucket,
                selected: chosen,
                refusal,
                removal,
                deleted: versioning.toggle,
                acts: acts.of(chosen),
              }),
            }}
            drawer={panel.drawer}
            actions={actions}
            onReach={reach}
            sort="page"
            sortedBy={order}
            onSort={setSort}
            more={{ partial, load: () => void listing.more(), loading: listing.loadingMore, sorted: !!sort }}
            empty={{
              icon: PackageOpen,
              text: deletedBelow ?? messages.dropFilesOrFoldersHere,
              action: (
                <>
                  {deletedBelow && <Button onPress={() => versioning.toggle?.onChange(true)}>Show Deleted</Button>}
                  <UploadMenu blocked={upload} pick={picker.pick} />
                </>
              ),
            }}
            refresh={{ asOf: listing.asOf, reload: () => listing.reload('unseen') }}
            error={listing.error}
            onRetry={() => void listing.reload()}
          />
        )}
        {!rows && listing.loading && <Waiting />}
        {picker.inputs}
      </DropZone>
      {creating && <NewPath bucket={bucket} prefix={prefix} onClose={() => setCreating(false)} />}
      {removal.dialog}
      {unfinished && <Unfinished bucket={bucket} prefix={prefix} onClose={() => setUnfinished(false)} />}
      {toPreview && (
        <Suspense>
          <PreviewDialog source={{ bucket, version: '', ...toPreview }} onClose={() => setPreviewed('')} />
        </Suspense>
      )}
      {acts.dialog}
    </Page>
  )
}
