import * as v from 'valibot'
import { call, showToast } from 'stowage/web'
import { displayName } from 'stowage'
import { FormDialog, showDialog } from 'stowage/ui'
import { details, Image, type Tenant } from '../contract.ts'
import * as messages from '../../messages.ts'

const text = (title: string) => v.optional(v.pipe(v.string(), v.trim(), v.title(title)))

const Update = v.object({
  image: Image,
  pull_secret: v.optional(v.pipe(v.string(), v.trim(), v.maxBytes(253, 'Enter at most 253 bytes')), ''),
  own: v.optional(v.pipe(v.boolean(), v.title('Set Custom Image Registry')), false),
  registry: text('Endpoint'),
  username: text('Username'),
  password: v.optional(v.pipe(v.string(), v.title('Password'), v.metadata({ control: 'secret' }))),
  enable_prometheus: v.optional(v.pipe(v.boolean(), v.title('Announce Metrics')), false),
})

const isOwn = ({ own }: { own?: boolean | undefined }) => own === true
const isShared = ({ own }: { own?: boolean | undefined }) => own !== true

/** Opens a dialog for the tenant's image; resolves to true once set. */
export const updateImage = (
  at: { namespace: string; tenant: string },
  { image, enable_prometheus: announced }: Pick<Tenant, 'image' | 'enable_prometheus'>,
) =>
  showDialog<boolean>((resolve) => (
    <FormDialog
      title="Update MinIO Version"
      verb="Save"
      schema={Update}
      initial={{ image, pull_secret: '', enable_prometheus: announced }}
      fields={{
        image: {
          label: "MinIO's Image",
          hint: image ? `Now ${displayName(image)}` : messages.operatorDefaultImage,
        },
        pull_secret: {
          label: 'Pull Secret',
          hint: messages.registrySecretHelp,
          visible: isShared,
        },
        own: { hint: messages.storesCredentialsInSecret },
        registry: { visible: isOwn, required: true },
        username: { visible: isOwn, required: true },
        password: { visible: isOwn, required: true },
        enable_prometheus: { hint: messages.exposeMetricsHelp },
      }}
      blocked={({ image: typed }) => String(typed).trim() === '' && 'Enter an image'}
      note={messages.operatorRestartsAllPods}
      onSubmit={async ({ image: next, pull_secret: image_pull_secret, own, enable_prometheus, ...more }) => {
        const { registry = '', username = '', password = '' } = more
        const { image_pull_secret: stored } = await call(details.update, {
          params: at,
          body: {
            ...(next !== image && { image: next }),
            ...(own ? { image_registry: { registry, username, password } } : { image_pull_secret }),
            ...(enable_prometheus !== announced && { enable_prometheus }),
          },
        })
        showToast(
          stored === undefined
            ? messages.versionUpdated(displayName(at.tenant))
            : messages.versionUpdatedWithRegistry(displayName(stored)),
        )
        resolve(true)
      }}
      onClose={() => resolve(false)}
    />
  ))
