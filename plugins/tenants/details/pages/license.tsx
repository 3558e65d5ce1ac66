import BadgeCheck from 'lucide-react/icons/badge-check'
import { canOpenPage, call, showToast, showError, useCall, useRefusals } from 'stowage/web'
import { count, displayName } from 'stowage'
import { Button, Details, Empty, LoadError, Skeleton, Status, useTask } from 'stowage/ui'
import { license } from 'stowage/plugins/license'
import type { Tenant } from '../contract.ts'
import * as styles from './details.css.ts'
import type { PanelProps } from './panel.ts'
import * as messages from '../../messages.ts'

const Carried = ({ of }: { of: NonNullable<Tenant['subnet_license']> }) => (
  <section>
    <h2 className={styles.title}>Commercial License</h2>
    <Details
      rows={[
        { label: 'Organization', value: displayName(of.organization) },
        { label: 'Registered Capacity', value: `${count(of.storage_capacity)} TiB` },
        { label: 'Expiry Date', value: of.expires_at.slice(0, 10) },
        { label: 'Subscription Plan', value: of.plan.toUpperCase() === 'ENTERPRISE' ? 'Enterprise' : 'Standard' },
        { label: 'Requester', value: displayName(of.email) },
        { label: 'Signature', value: <Status tone="ok">Verified by this console</Status> },
      ]}
    />
  </section>
)

const WITHOUT = messages.tenantWithoutLicense

/** Explains a missing license: the cluster has none, or it is not attached to the tenant. */
const Without = ({ at, tenant, reload }: PanelProps) => {
  const info = useCall(license.info)
  const task = useTask()
  const refusal = useRefusals({ attach: { action: 'k8s:patch:secrets', namespace: at.namespace } })
  const attach = async () => {
    await call(license.activate, { params: at })
    showToast(messages.licenseAttached(displayName(at.tenant)))
    await reload()
  }
  if (tenant.configuration !== 'read')
    return (
      <Empty
        icon={BadgeCheck}
        title={messages.licenseUnknown}
        text={tenant.configuration === 'missing' ? messages.settingsSecretMissing : messages.settingsSecretNotReadable}
      />
    )
  if (info.data)
    return (
      <Empty
        icon={BadgeCheck}
        title={WITHOUT}
        text={messages.clusterHasLicense(displayName(info.data.organization))}
        action={
          <Button
            tone="primary"
            busy={task.busy}
            disabled={refusal('attach')}
            onPress={() => void task.run('Attaching', attach, showError)}
          >
            Attach License
          </Button>
        }
      />
    )
  if (info.error && info.error.status !== 404)
    return <LoadError what="the license of the cluster" error={info.error} onRetry={() => void info.reload()} />
  if (!info.error) return <Skeleton rows={4} columns={2} />
  return (
    <Empty
      icon={BadgeCheck}
      title={WITHOUT}
      text={messages.activateClusterLicenseFirst}
      {...(canOpenPage('/license') && { action: <Button href="/license">Activate Product</Button> })}
    />
  )
}

/** License of a tenant (spec/3 2). */
export const License = (props: PanelProps) => {
  const { subnet_license: carried } = props.tenant
  return carried ? <Carried of={carried} /> : <Without {...props} />
}
