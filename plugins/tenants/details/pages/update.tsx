import * as v from 'valibot'
import { call } from '../../../../core/client.ts'
import { shown } from '../../../../core/format.ts'
import { ask } from '../../../../core/ui/confirm.tsx'
import { FormDialog } from '../../../../core/ui/form-dialog.tsx'
import { details, Image, type Tenant } from '../contract.ts'

const Update = v.object({
  image: Image,
  pull_secret: v.optional(v.pipe(v.string(), v.trim(), v.maxBytes(253, 'Enter at most 253 bytes')), ''),
})

/** Asks for the image that a tenant shall run; true once it is set. */
export const updateImage = (at: { namespace: string; tenant: string }, { image }: Pick<Tenant, 'image'>) =>
  ask<boolean>((answer) => (
    <FormDialog
      title="Update MinIO Version"
      verb="Save"
      busyVerb="Saving"
      schema={Update}
      initial={{ image, pull_secret: '' }}
      fields={{
        image: { label: "MinIO's Image", hint: `Now ${shown(image)}` },
        pull_secret: {
          label: 'Pull Secret',
          hint: 'The secret of this namespace with which a private registry is entered; empty leaves it as it is.',
        },
      }}
      blocked={({ image: typed }) => String(typed).trim() === '' && 'Enter an image'}
      note="The operator restarts all pods."
      done="Version updated"
      onSubmit={async ({ image: next, pull_secret: image_pull_secret }) => {
        await call(details.update, { params: at, body: { image: next, image_pull_secret } })
        answer(true)
      }}
      onClose={() => answer(false)}
    />
  ))
