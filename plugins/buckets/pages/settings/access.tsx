import * as v from 'valibot'
import { call } from 'stowage/web'
import { displayName } from 'stowage'
import { confirm, FormDialog } from 'stowage/ui'
import { type Access, buckets } from '../../contract.ts'
import type { SettingProps } from './setting.ts'
import * as messages from '../../messages.ts'

const Schema = v.object({
  access: v.pipe(
    v.picklist(['PRIVATE', 'PUBLIC'], 'Choose private or public'),
    v.title('Access Policy'),
    v.metadata({ control: 'radio', options: { PRIVATE: 'Private', PUBLIC: 'Public' } }),
  ),
})

const setAccess = (bucket: string, access: 'PRIVATE' | 'PUBLIC') =>
  call(buckets.setAccess, { params: { bucket }, body: { access } })

/** Confirms and makes a bucket public; resolves to true once it is. */
const makePublic = (bucket: string) =>
  confirm({
    title: 'Make Bucket Public',
    body: (
      <p>
        Everyone who reaches the server, signed in or not, can list, read, replace and delete the objects in{' '}
        <strong>{displayName(bucket)}</strong>, and store others there.
      </p>
    ),
    undo: messages.makePublicWarning,
    verb: 'Make Public',
    typed: bucket,
    run: async () => void (await setAccess(bucket, 'PUBLIC')),
  })

/** Makes a bucket public or private; replaces its access rules. */
export const ChangeAccess = ({ bucket, current, ...dialog }: SettingProps & { current: Access }) => (
  <FormDialog
    title="Change Access Policy"
    size="confirm"
    intro={
      current === 'CUSTOM' ? (
        <>
          <strong>{displayName(bucket)}</strong> has access rules. Saving replaces all of them.
        </>
      ) : (
        <>
          Who may read and write objects in <strong>{displayName(bucket)}</strong> without signing in.
        </>
      )
    }
    schema={Schema}
    initial={current === 'CUSTOM' ? {} : { access: current }}
    fields={{ access: { hint: messages.publicAccessHelp } }}
    verb="Set"
    {...dialog}
    done={messages.settingChanged('Access policy', displayName(bucket), 'updated')}
    onSubmit={async ({ access }) => {
      if (access === 'PRIVATE') await setAccess(bucket, access)
      else return makePublic(bucket)
    }}
  />
)
