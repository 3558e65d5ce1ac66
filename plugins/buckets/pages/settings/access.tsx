import * as v from 'valibot'
import { say } from '../../../../core/banners.ts'
import { call } from '../../../../core/client.ts'
import { shown } from '../../../../core/format.ts'
import { FormDialog } from '../../../../core/ui/form-dialog.tsx'
import { type Access, buckets } from '../../contract.ts'
import type { SettingProps } from './setting.ts'

const Schema = v.object({
  access: v.pipe(
    v.picklist(['PRIVATE', 'PUBLIC'], 'Choose private or public'),
    v.title('Access Policy'),
    v.metadata({ control: 'radio', options: { PRIVATE: 'Private', PUBLIC: 'Public' } }),
  ),
})

/** Opens a bucket to everyone or closes it; rules that it has by prefix are replaced. */
export const ChangeAccess = ({ bucket, current, onClose, onDone }: SettingProps & { current: Access }) => (
  <FormDialog
    title="Change Access Policy"
    size="confirm"
    intro={
      current === 'CUSTOM' ? (
        <>
          <strong>{shown(bucket)}</strong> has access rules of its own. Saving replaces all of them.
        </>
      ) : (
        <>
          Who may read and write objects in <strong>{shown(bucket)}</strong> without signing in.
        </>
      )
    }
    schema={Schema}
    initial={current === 'CUSTOM' ? {} : { access: current }}
    fields={{ access: { hint: 'Public lets everyone who reaches the server list, read, write and delete.' } }}
    verb="Set"
    busyVerb="Setting"
    onClose={onClose}
    onSubmit={async (body) => {
      await call(buckets.setAccess, { params: { bucket }, body })
      onClose()
      say('Access policy successfully updated')
      await onDone()
    }}
  />
)
