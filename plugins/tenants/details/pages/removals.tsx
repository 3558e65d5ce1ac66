import * as v from 'valibot'
import { call, useCall, useRefusals } from 'stowage/web'
import { counted, displayName } from 'stowage'
import { showDialog, confirm, FormDialog, Skeleton } from 'stowage/ui'
import { details } from '../contract.ts'
import { keptSecretText } from '../../pages/kept-secret.ts'
import * as messages from '../../messages.ts'

type TenantRef = { namespace: string; tenant: string }

const Removal = v.object({ typed: v.string(), volumes: v.boolean() })

/** Lists which of the tenant's secrets are deleted and which are kept. */
const Secrets = ({ at }: { at: TenantRef }) => {
  const { data, error } = useCall(details.secrets, { params: at })
  if (error) return <p>{messages.secretsNotRead(error.message)}</p>
  if (!data) return <Skeleton rows={1} columns={1} />
  const going = data.secrets.filter((one) => keptSecretText(one) === undefined)
  const staying = data.secrets.flatMap((one) => keptSecretText(one) ?? [])
  return (
    <ul>
      {going.length > 0 && (
        <li>{messages.alsoDeleted(going.length, going.map(({ name }) => displayName(name)).join(', '))}</li>
      )}
      {staying.map((sentence) => (
        <li key={sentence}>{`Secret ${sentence}`}</li>
      ))}
      {data.secrets.length === 0 && <li>{messages.tenantHasNoSecrets}</li>}
    </ul>
  )
}

type DeleteTenantProps = { at: TenantRef; volumes: number | undefined; resolve: (isDeleted: boolean) => void }

const DeleteTenant = ({ at, volumes, resolve }: DeleteTenantProps) => {
  const refusal = useRefusals({
    volumes: { action: 'k8s:deletecollection:persistentvolumeclaims', namespace: at.namespace },
    secrets: { action: 'k8s:list:secrets', namespace: at.namespace },
  })('volumes', 'secrets')
  return (
    <FormDialog
      title="Delete Tenant"
      verb="Delete"
      tone="danger"
      size="confirm"
      schema={Removal}
      initial={{ typed: '', volumes: false }}
      fields={{
        typed: { label: `Type ${displayName(at.tenant)} to confirm` },
        volumes: {
          label: messages.deleteVolumesAndSecrets,
          hint: messages.dataIsDeleted(
            volumes === undefined ? 'Its volumes' : counted(volumes, { one: 'volume', many: 'volumes' }),
          ),
          disabled: () => refusal,
        },
      }}
      intro={
        <p>
          The tenant <strong>{displayName(at.tenant)}</strong> will be deleted with its pods and services. Volumes and
          secrets are kept unless you delete them below.
        </p>
      }
      blocked={({ typed }) => typed !== at.tenant && 'Tenant name is incorrect'}
      done={messages.tenantChanged(displayName(at.tenant), 'deleted')}
      onSubmit={async ({ volumes: all }) => {
        await call(details.remove, { params: at, body: { delete_pvcs: all } })
        resolve(true)
      }}
      onClose={() => resolve(false)}
    >
      {({ volumes: all }) => all && <Secrets at={at} />}
    </FormDialog>
  )
}

/** Asks for the tenant's name, and whether to delete its volumes; resolves to true once deleted. */
export const deleteTenant = (at: TenantRef, volumes: number | undefined) =>
  showDialog<boolean>((resolve) => <DeleteTenant at={at} volumes={volumes} resolve={resolve} />)

/** Confirms, then deletes a pod; resolves to true once deleted. */
export const deletePod = (at: TenantRef, pod: string) =>
  confirm({
    title: 'Delete Pod',
    body: (
      <p>
        The pod <strong>{displayName(pod)}</strong> will be deleted, and the cluster starts a new one with this name.
        Its volumes are kept.
      </p>
    ),
    verb: 'Delete',
    typed: pod,
    run: () => call(details.removePod, { params: { ...at, pod } }),
    done: messages.podDeleted(displayName(pod)),
  })
