import PackageOpen from 'lucide-react/icons/package-open'
import Settings2 from 'lucide-react/icons/settings-2'
import { useState } from 'react'
import { displayName, encodeSegment } from 'stowage'
import { Button, helpOverlay, NoAccess, Page, useMediaQuery } from 'stowage/ui'
import { canOpenPage, useCallRefusals, useHasAnyPermission } from 'stowage/web'
import { managementRights, type Page as BucketsPage } from 'stowage/plugins/buckets'
import { parts } from '../parts.ts'
import type { Chosen } from '../transfers/collect.ts'
import { uploadInto } from '../transfers/resolve.tsx'
import { useUnfinished } from '../transfers/use-unfinished.ts'
import { DropZone } from './drop-zone.tsx'
import { searchAddress } from './finding/search-page.tsx'
import { FolderTools } from './folder-tools.tsx'
import { headOf } from './head.tsx'
import { countOf, isDeleted } from './items.ts'
import { NoBucket } from './missing.tsx'
import { NewPath } from './new-path.tsx'
import { ObjectTable, useChosen } from './object-table.tsx'
import { ObjectPanel } from './panel/panel.tsx'
import { usePanel } from './panel/use-panel.ts'
import { IncompleteUploads } from './incomplete-uploads.tsx'
import { UploadButtons, UploadMenu, usePicker } from './upload-menu.tsx'
import { useBucketVersioning } from './use-bucket-versioning.ts'
import { useDeletedBelow } from './use-folder-totals.ts'
import { useFolder } from './use-folder.ts'
import { useObjectActions } from './use-object-actions.tsx'
import { Waiting } from './waiting.tsx'
import * as messages from '../messages.ts'

const adminPage: BucketsPage = '/buckets/:bucketName/admin'

/** Page of a folder: its contents, uploads and actions. */
export const FolderPage = ({ bucket, path: prefix }: { bucket: string; path: string }) => {
  const versioning = useBucketVersioning(bucket)
  const { listed, toggle, restorable } = versioning
  const { listing, width, rows, matches, search, setSearch, reload, table } = useFolder(bucket, prefix, versioning)
  useUnfinished()
  const isCrowded = useMediaQuery(helpOverlay)
  const [dialog, setDialog] = useState<'newPath' | 'incompleteUploads'>()
  const chosen = useChosen(rows)
  const onChanged = () => {
    chosen.clear()
    reload()
  }
  const { objectDialogs, actions, loadRights, upload, dialogs } = useObjectActions({
    ...{ bucket, prefix, rows, versioning, listed, onChanged },
    chosen: chosen.rows,
  })
  const mayManage = useHasAnyPermission(managementRights, { bucket }) && canOpenPage(adminPage)
  const manage = mayManage ? `/buckets/${encodeSegment(bucket)}/admin` : undefined
  const panel = usePanel(prefix, matches, listing)
  const opened = matches.find(({ path }) => path === panel.path)
  const isEmpty = rows?.length === 0 && !listing.partial
  const deletedBelow = useDeletedBelow(bucket, prefix, isEmpty && versioning.some && listed === 'folder')
  const store = (files: readonly Chosen[]) => uploadInto(bucket, prefix, files, restorable)
  const picker = usePicker(store)
  const refusal = useCallRefusals({ incompleteUploads: parts.listUploads }, { bucket })
  const uploading = {
    blocked: upload,
    pick: picker.pick,
    onIncomplete: upload && refusal('incompleteUploads') ? undefined : () => setDialog('incompleteUploads'),
  }
  const onClose = () => setDialog(undefined)

  if (listing.error?.status === 404 && !listing.items) return <NoBucket bucket={bucket} />
  return (
    <Page
      {...headOf({ bucket, prefix, width, end: objectDialogs.folderButtons })}
      beside={
        panel.path !== undefined && (
          <ObjectPanel
            bucket={bucket}
            path={panel.path}
            actions={opened ? actions.ofRow(opened) : []}
            place={panel.place}
            onClose={panel.close}
          />
        )
      }
      actions={
        manage &&
        width === 'wide' && (
          <Button icon={Settings2} href={manage}>
            Manage
          </Button>
        )
      }
    >
      <DropZone label={`Drop to upload to ${displayName(`${bucket}/${prefix}`)}`} blocked={upload} onChosen={store}>
        <FolderTools
          {...{ search, chosen, actions, versioning, manage, objectDialogs }}
          onSearch={setSearch}
          belowAddress={searchAddress(bucket, prefix, search)}
          onRefresh={reload}
          onNewPath={() => setDialog('newPath')}
          upload={!isEmpty && <UploadMenu {...uploading} />}
          width={width === 'wide' && (isCrowded || panel.path !== undefined) ? 'tight' : width}
        />
        <ObjectTable
          {...{ ...table, chosen, actions }}
          name="objects"
          noAccess={<NoAccess what="these objects" needs={[{ action: 's3:ListBucket', bucket }]} />}
          typeahead="find"
          drag={{
            canDrop: (row) => row.kind === 'folder' && !isDeleted(row),
            onDrop: (some, onto, how) => objectDialogs.moveOrCopy(some, onto.path, how),
          }}
          countOf={countOf}
          drawer={panel.drawer}
          onPreload={loadRights}
          empty={{
            icon: PackageOpen,
            text: deletedBelow ?? messages.dropFilesOrFoldersHere,
            action: (
              <>
                {deletedBelow && <Button onPress={() => toggle?.onChange(true)}>Show Deleted</Button>}
                <UploadButtons {...uploading} />
              </>
            ),
          }}
        />
        {!rows && listing.loading && <Waiting />}
        {picker.inputs}
      </DropZone>
      {dialog === 'newPath' && <NewPath {...{ bucket, prefix, onClose }} />}
      {dialog === 'incompleteUploads' && <IncompleteUploads {...{ bucket, prefix, onClose }} />}
      {dialogs}
    </Page>
  )
}
