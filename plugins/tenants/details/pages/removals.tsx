import * as v from 'valibot'
import { call } from '../../../../core/client.ts'
import { shown } from '../../../../core/format.ts'
import { ask, confirm } from '../../../../core/ui/confirm.tsx'
import { FormDialog } from '../../../../core/ui/form-dialog.tsx'
import { counted } from '../../../../core/ui/words.ts'
import { details } from '../contract.ts'

type Place = { namespace: string; tenant: string }

const Removal = v.object({ typed: v.string(), volumes: v.boolean() })

/** Asks for the tenant's name, and whether its volumes go too; true once it is deleted. */
export const deleteTenant = (at: Place, volumes: number | undefined) =>
  ask<boolean>((answer) => (
    <FormDialog
      title="Delete Tenant"
      verb="Delete"
      busyVerb="Deleting"
      tone="danger"
      size="confirm"
      schema={Removal}
      initial={{ typed: '', volumes: false }}
      fields={{
        typed: { label: `Type ${shown(at.tenant)} to confirm` },
        volumes: {
          label: 'Delete its volumes and secrets as well',
          hint: `${volumes === undefined ? 'Its volumes' : counted(volumes, { one: 'volume', many: 'volumes' })} with everything that is stored there. It cannot be undone.`,
        },
      }}
      intro={
        <p>
          The tenant <strong>{shown(at.tenant)}</strong> ends with its pods and services. Its volumes and secrets stay,
          so that the same tenant can be made again, unless they are to go too.
        </p>
      }
      blocked={({ typed }) => typed !== at.tenant && 'Tenant name is incorrect'}
      done="Tenant Deleted"
      onSubmit={async ({ volumes: all }) => {
        await call(details.remove, { params: at, body: { delete_pvcs: all } })
        answer(true)
      }}
      onClose={() => answer(false)}
    />
  ))

/** Asks before a pod is deleted; true once it is. */
export const deletePod = (at: Place, pod: string) =>
  confirm({
    title: 'Delete Pod',
    body: (
      <p>
        The pod <strong>{shown(pod)}</strong> ends, and the cluster starts another one of this name in its place. Its
        volumes stay.
      </p>
    ),
    verb: 'Delete',
    busyVerb: 'Deleting',
    typed: pod,
    run: () => call(details.removePod, { params: { ...at, pod } }),
    done: 'Pod Deleted',
  })
