import * as v from 'valibot'
import { navigate } from 'stowage/web'
import { FormDialog } from 'stowage/ui'
import { Key } from '../contract.ts'
import { browseAddress } from './path.ts'
import * as messages from '../messages.ts'

/** Parses a path: `bucket/folder/`, `bucket/key`, either with `s3://`; `undefined` if it is invalid. */
export const parsePath = (typed: string) => {
  const [, bucket = '', key = ''] = /^(?:s3:\/\/|\/)?([^/]+)(?:\/(.*))?$/s.exec(typed.trimStart()) ?? []
  return bucket && (!key || v.is(Key, key)) ? { bucket, key } : undefined
}

const schema = v.object({
  path: v.pipe(
    v.string(),
    v.title('Path'),
    v.check((typed) => parsePath(typed) !== undefined, messages.pathFormat),
  ),
})

/** Dialog that opens a folder or object by its path. */
export const GoTo = ({ bucket, path, onClose }: { bucket: string; path: string; onClose: () => void }) => (
  <FormDialog
    title="Go to Path"
    size="confirm"
    schema={schema}
    initial={{ path: `${bucket}/${path}` }}
    fields={{ path: { placeholder: 'bucket/folder/' } }}
    verb="Go"
    onClose={onClose}
    onSubmit={({ path: typed }) => {
      const target = parsePath(typed)
      onClose()
      return target && navigate(browseAddress(target.bucket, target.key))
    }}
  />
)
