import * as v from 'valibot'
import { navigate } from 'stowage/web'
import { FormDialog } from 'stowage/ui'
import { Key } from '../contract.ts'
import { browseAddress } from './path.ts'

/** What a typed path means: `bucket/folder/`, `bucket/key`, or the same behind `s3://`; nothing for what is no path. */
export const placeOf = (typed: string) => {
  const [, bucket = '', key = ''] = /^(?:s3:\/\/|\/)?([^/]+)(?:\/(.*))?$/s.exec(typed.trimStart()) ?? []
  return bucket && (!key || v.is(Key, key)) ? { bucket, key } : undefined
}

const schema = v.object({
  path: v.pipe(
    v.string(),
    v.title('Path'),
    v.check((typed) => placeOf(typed) !== undefined, 'Enter a path such as bucket/folder/ or s3://bucket/key'),
  ),
})

/** Goes to a folder or object whose path somebody has. */
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
      const place = placeOf(typed)
      onClose()
      return place && navigate(browseAddress(place.bucket, place.key))
    }}
  />
)
