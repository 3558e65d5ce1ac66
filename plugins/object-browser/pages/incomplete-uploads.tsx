import FileClock from 'lucide-react/icons/file-clock'
import Trash from 'lucide-react/icons/trash'
import { useCall, useRefusals } from 'stowage/web'
import { date, displayName } from 'stowage'
import { column, Button, type Column, Dialog, LoadError, Table } from 'stowage/ui'
import { parts, type IncompleteUpload as Upload } from '../parts.ts'
import { confirmAbort } from '../transfers/confirm-abort.ts'
import * as styles from './object/object.css.ts'
import * as messages from '../messages.ts'

const columns: readonly Column<Upload>[] = [
  column.name('Name', ({ key }) => key),
  column.text('Started', ({ started }) => date(started), { look: 'date' }),
  column.bytes('Size', ({ size }) => size, { width: '100px' }),
]

const noun = { one: 'incomplete upload', many: 'incomplete uploads' }

type IncompleteUploadsProps = { bucket: string; prefix: string; onClose: () => void }

/** Dialog with all incomplete multipart uploads below a folder, which occupy space. */
export const IncompleteUploads = ({ bucket, prefix, onClose }: IncompleteUploadsProps) => {
  const { data, error, reload } = useCall(parts.listUploads, { params: { bucket }, query: { prefix } })
  const refusal = useRefusals({ abort: { action: 's3:AbortMultipartUpload', bucket, object: `${prefix}*` } })
  const abortOne = async ({ key, id }: Upload) => {
    if (await confirmAbort({ bucket, key, id }, messages.abortUploadWarning(displayName(key)))) await reload()
  }
  return (
    <Dialog
      title="Incomplete Uploads"
      size="wide"
      onClose={onClose}
      {...(data?.partial && { note: messages.uploadListTruncated })}
      footer={<Button onPress={onClose}>Done</Button>}
    >
      {error && !data ? (
        <LoadError what="incomplete uploads" error={error} onRetry={() => void reload()} />
      ) : (
        <>
          <Table
            rows={data?.uploads}
            columns={columns}
            rowKey={({ id }) => id}
            noun={noun}
            height="content"
            actions={(upload) => [
              {
                label: 'Abort',
                icon: Trash,
                tone: 'danger',
                disabled: refusal('abort'),
                onSelect: () => void abortOne(upload),
              },
            ]}
            empty={{ icon: FileClock, text: messages.incompleteUploadsHelp }}
          />
          <p className={styles.note}>{messages.uploadListMayBeIncomplete}</p>
        </>
      )}
    </Dialog>
  )
}
