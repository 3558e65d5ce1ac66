import * as v from 'valibot'
import { displayName } from 'stowage'
import { navigate, useMissingFeature } from 'stowage/web'
import { FormDialog } from 'stowage/ui'
import { text } from 'stowage/classes'
import { Key } from '../contract.ts'
import { browseAddress, hasEmptyName } from './path.ts'
import * as messages from '../messages.ts'

/** Folder below `prefix` for a typed path, which is not trimmed. */
const folder = (prefix: string, typed: string) => `${prefix}${typed.replace(/\/$/, '')}/`

/** Dialog that opens a folder by name. A new folder exists once it contains an object. */
export const NewPath = ({ bucket, prefix, onClose }: { bucket: string; prefix: string; onClose: () => void }) => {
  const noEmptyNames = useMissingFeature('empty-names')
  const schema = v.object({
    path: v.pipe(
      v.string(),
      v.title('New Path'),
      v.check((typed) => typed.trim() !== '', 'Enter a path'),
      v.check((typed) => v.is(Key, `${folder(prefix, typed)}x`), messages.pathTooLong),
      v.check((typed) => !noEmptyNames || !hasEmptyName(folder(prefix, typed)), noEmptyNames),
    ),
  })
  return (
    <FormDialog
      title={messages.chooseOrCreateNewPath}
      size="confirm"
      schema={schema}
      fields={{ path: { placeholder: 'reports/2026' } }}
      verb="Open Path"
      blocked={({ path = '' }) => !path.trim() && 'Enter a path'}
      onSubmit={({ path }) => navigate(browseAddress(bucket, folder(prefix, path)))}
      onClose={onClose}
    >
      {({ path = '' }) => (
        <p className={text.muted}>
          Files are uploaded to{' '}
          <code className={text.mono}>{displayName(`${bucket}/${path.trim() ? folder(prefix, path) : prefix}`)}</code>.
          The path exists once it contains an object.
        </p>
      )}
    </FormDialog>
  )
}
